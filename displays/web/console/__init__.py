"""The arbiter's console: pages that show everything and write nothing; what they change goes through the JSON API.

``frame.py`` is what every page stands in. A page is a function that asks ``scene_of`` for the tournament at the moment
asked for and hands a template its facts by ``console_page``.
"""
