def heaviest_pairs(size, gains):
    raise OverflowError(max(gains.values()).bit_length())
