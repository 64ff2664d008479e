/** A backup or a restore was refused or failed for a reason that the message explains, with what to do. */
export class BackupError extends Error {}

/** The backup was made by a newer version, so this one does not have the tables to restore it. */
export class NewerBackup extends BackupError {}

/** Another server or command backs up the same database now, or has just done so. */
export class BackupInProgress extends BackupError {
  constructor() {
    super('Another backup of this database is running. Wait for its end.')
  }
}

/** A file of the backup folder has other contents than when it was written. */
export class DamagedFile extends BackupError {}
