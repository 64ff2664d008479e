import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, open, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import { type Binaries, cleanEnvironment } from './binaries.ts'
import { type Endpoint, passwordFile } from './endpoint.ts'
import { EmbeddedPostgresError } from './errors.ts'

const run = promisify(execFile)

const stagingPrefix = (folder: string) => `${folder}.new-`

/**
 * Removes files left by a server that was killed during its first boot. Its initdb may still be running, so each attempt
 * uses a new name.
 */
async function removeLeftovers(folder: string) {
  const prefix = stagingPrefix(folder)
  for (const name of await readdir(dirname(folder))) {
    const path = join(dirname(folder), name)
    if (path.startsWith(prefix))
      await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  }
}

function initdbArguments(data: string, kind: Endpoint['kind'], password: string): string[] {
  const access =
    kind === 'socket'
      ? ['--auth-local=trust', '--auth-host=reject']
      : ['--auth=scram-sha-256', `--pwfile=${password}`]
  // PostgreSQL's built-in C.UTF-8 is the same on every system, so an update of the C library does not corrupt indexes.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  return [`--pgdata=${data}`, '--username=postgres', '--data-checksums', ...locale, ...access]
}

async function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Creates the database cluster under another name and renames it to the folder, so that the folder is complete or
 * absent.
 */
export async function createCluster(
  folder: string,
  binaries: Binaries,
  account: Account,
  kind: Endpoint['kind'],
) {
  await removeLeftovers(folder)
  const staging = await mkdtemp(stagingPrefix(folder))
  const data = join(staging, 'data')
  const password = join(staging, basename(passwordFile(folder)))
  try {
    await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
    for (const path of account ? [staging, password] : [])
      await chown(path, account?.uid ?? 0, account?.gid ?? 0)
    const options = { ...account, cwd: dirname(folder), env: cleanEnvironment }
    await run(binaries.initdb, initdbArguments(data, kind, password), options)
    if (kind === 'loopback') await rename(password, passwordFile(data))
    await rmdir(folder).catch(() => {})
    await rename(data, folder)
    await syncFolder(dirname(folder))
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    throw new EmbeddedPostgresError(
      'start_failed',
      `PostgreSQL could not make its data folder ${folder}: ${(stderr || message).trim()}`,
      { cause: error },
    )
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}
