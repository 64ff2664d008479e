/** Thrown for an invalid command line. */
export class UsageError extends Error {}

/** A command was refused for a reason that the message explains. */
export class CommandRejected extends Error {}
