import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openFiles } from '#server/composition/file-stores.ts'
import { callerPath } from '#server/config/caller-path.ts'
import type { Config } from '#server/config/config.ts'
import { liveSystems } from '#server/config/live-systems.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { openAddress } from '#server/db/open-address.ts'
import { backupKey } from './archive/sealed.ts'
import { archivesIn, isOfFuture } from './backup-folder.ts'
import { createBackup } from './create-backup.ts'
import { BackupError } from './errors.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const USAGE = `Usage: npm run backup -- [--folder <folder>] [--verify]
  Backs up database and files, while the server runs or not. --verify restores the backup into a temporary database.
Usage: npm run backup -- --list [--folder <folder>]
Usage: npm run restore -- <file.backup | latest> [--replace] [--without-missing-files] [--folder <folder>]
  Restores into an empty database. --replace: loses what the database contains. Stop all servers first.
  --without-missing-files: restores the rest if files are missing or damaged in the backup folder, and lists them.
Usage: npm run restore -- <file.backup | latest> --verify [--folder <folder>]
  Restores into a temporary database and compares. Changes nothing.
<folder> is BACKUP_FOLDER if it is not given. BACKUP_KEY encrypts and decrypts.`

interface Options {
  config: Config
  print: (line: string) => void
}

/** Runs `npm run backup` or `npm run restore`. Throws BackupError, also for an invalid command line. */
export async function backupCommand(
  command: string,
  args: readonly string[],
  options: Options,
): Promise<void> {
  if (command === 'backup') return backup(args, options)
  if (command === 'restore') return restore(args, options)
  throw new BackupError(USAGE)
}

async function backup(args: readonly string[], { config, print }: Options): Promise<void> {
  const { values } = read(() =>
    parseArgs({
      args: [...args],
      options: {
        folder: { type: 'string' },
        verify: { type: 'boolean' },
        list: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }),
  )
  if (values.help) return print(USAGE)
  const folder = folderOf(values.folder, config)
  if (values.list) return list(folder, print)
  const key = backupKey(config.backup.key)
  const { url, stop } = await openAddress(config)
  try {
    const made = await createBackup({ databaseUrl: url, files: await openFiles(config), folder, key })
    print(`Backed up ${made.rows} rows of ${made.tables} tables and ${made.files} files: ${made.path}`)
    if (config.backup.key === null) print('It is not encrypted. Set BACKUP_KEY to encrypt backups.')
    printMissing(made.missing, print)
    if (values.verify) await verify(made.path, { config, print })
  } finally {
    await stop()
  }
}

async function restore(args: readonly string[], { config, print }: Options): Promise<void> {
  const { values, positionals } = read(() =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        folder: { type: 'string' },
        verify: { type: 'boolean' },
        replace: { type: 'boolean' },
        'without-missing-files': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }),
  )
  if (values.help) return print(USAGE)
  const [which, ...others] = positionals
  if (which === undefined || others.length > 0) throw new BackupError(USAGE)
  const archive =
    which === 'latest' ? await newestIn(folderOf(values.folder, config), print) : callerPath(which)
  if (values.verify) return verify(archive, { config, print })
  const { url, stop } = await openTarget(config)
  try {
    const done = await restoreBackup({
      databaseUrl: url,
      files: await openFiles(config),
      archive,
      key: backupKey(config.backup.key),
      replaces: values.replace === true,
      withoutMissingFiles: values['without-missing-files'] === true,
    })
    print(
      `Restored ${done.rows} rows of ${done.tables} tables and ${done.files} files, as they were at ${done.madeAt}.`,
    )
    printMissing(done.missing, print)
    if (done.lost.length > 0)
      print(
        `Not restored, because they are missing or damaged in the backup folder:\n${done.lost.join('\n')}`,
      )
    const systems = liveSystems(config)
    if (systems.length > 0)
      print(
        `If it replaces production, first run: npm run admin -- confirm-restore (with systemd: wheelbook admin confirm-restore; \
with Docker: docker compose run --rm server1 node server/admin/main.ts confirm-restore). Until then, no server starts with \
${systems.join(', ')}.`,
      )
    print('Start the server. Phones send again what they saved since then.')
  } finally {
    await stop()
  }
}

/** Unlike other commands, a restore must not share the embedded database with a running server. */
async function openTarget({ databaseUrl, dataFolder }: Config) {
  if (databaseUrl !== null) return { url: databaseUrl, stop: async () => {} }
  await mkdir(resolve(dataFolder), { recursive: true })
  const embedded = await startEmbeddedPostgres({ folder: join(resolve(dataFolder), 'postgres') })
  return { url: embedded.connectionString, stop: () => embedded.stop() }
}

async function verify(archive: string, { config, print }: Options): Promise<void> {
  const key = backupKey(config.backup.key)
  const { rows, tables, files } = await verifyBackup(archive, key, {
    scratchFolder: resolve(config.dataFolder),
  })
  print(
    `Verified by restoring: ${rows} rows of ${tables} tables and ${files} files are as they were backed up.`,
  )
}

async function list(folder: string, print: (line: string) => void): Promise<void> {
  const archives = await archivesIn(folder)
  if (archives.length === 0) print(`There are no backups in ${folder}.`)
  for (const archive of archives) {
    const { path, madeAt, bytes, verifiedAt } = archive
    const verified = verifiedAt ? `verified ${verifiedAt.toISOString()}` : 'not verified'
    const check = isOfFuture(archive, new Date()) ? `dated in the future, ${verified}` : verified
    print(`${madeAt.toISOString()}  ${(bytes / 1e6).toFixed(1)} MB  ${check}  ${path}`)
  }
}

async function newestIn(folder: string, print: (line: string) => void): Promise<string> {
  const archives = await archivesIn(folder)
  const credible = archives.filter((archive) => !isOfFuture(archive, new Date()))
  // Without any other, the clock of this machine is the one that is wrong.
  const [newest] = credible.length > 0 ? credible : archives
  if (!newest) throw new BackupError(`There are no backups in ${folder}.`)
  const others = archives.length - credible.length
  if (others > 0 && credible.length > 0)
    print(
      `Ignored backups dated in the future: ${others}. To restore one, name its file instead of 'latest'.`,
    )
  return newest.path
}

function folderOf(given: string | undefined, config: Config): string {
  if (given !== undefined) return callerPath(given)
  const { folder } = config.backup
  if (folder === null) throw new BackupError('Set BACKUP_FOLDER, or give --folder <folder>.')
  return resolve(folder)
}

function printMissing(missing: readonly string[], print: (line: string) => void): void {
  if (missing.length > 0)
    print(`The file store lacked ${missing.length} files that rows name: ${missing.slice(0, 10).join(', ')}`)
}

function read<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new BackupError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}
