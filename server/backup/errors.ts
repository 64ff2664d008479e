/** A backup or a restore was refused or failed for a reason that the message explains, with what to do. */
export class BackupError extends Error {}

/** Another server or command backs up the same database now. */
export class AnotherBackupRuns extends BackupError {
  constructor() {
    super('Another backup of this database is running. Wait for its end.')
  }
}
