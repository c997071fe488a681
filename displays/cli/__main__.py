"""``python -m displays.cli``: the command line, without the installed command."""

import sys

from displays.cli.main import main

sys.exit(main())
