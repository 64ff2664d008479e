@rem Windows' stand-in for the shell's exec, by which npm's signals reach node and not a shell in between.
@%*
