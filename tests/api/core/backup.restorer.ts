// Restores a backup up to its last step and waits to be killed: a process of the backup tests.
import { backupKey } from '#server/backup/archive/sealed.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'

const [databaseUrl = '', archive = ''] = process.argv.slice(2)
const untilKilled = () =>
  new Promise<never>(() => {
    process.send?.('loaded')
    setInterval(() => {}, 1000)
  })
await restoreBackup({
  databaseUrl,
  archive,
  key: backupKey(process.env.BACKUP_TEST_KEY ?? null),
  replaces: true,
  files: { get: untilKilled, put: untilKilled, remove: untilKilled, async *list() {} },
})
