/** A backup or a restore was refused or failed for a reason that the message explains, with what to do. */
export class BackupError extends Error {}
