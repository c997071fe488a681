"""The drop-in engine ``roundlog-engine``: the command lines of bbpPairings and of JaVaFo, with answers of their form.

Other programs call it and look for words in what it says, so that it speaks English whatever the language is set to,
tells nothing but what was asked for, and loads nothing but what that needs.
"""
