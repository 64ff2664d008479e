import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { EmbeddedPostgresError } from './errors.ts'

const run = promisify(execFile)

/** The system user that runs PostgreSQL, which refuses to run as root. Undefined: the server's own user. */
export type Account = { uid: number; gid: number } | undefined

export const runsAsRoot = () => process.getuid?.() === 0

async function lookUp(name: string): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}

/** Debian, Red Hat and others have useradd. BusyBox (Alpine) has its own adduser. */
const waysToCreate: [string, string[]][] = [
  ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']],
  ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', 'postgres']],
]

/**
 * Returns the user `postgres`, created if missing, or `nobody` if no user can be created. Only for a server run as
 * root.
 */
export async function systemAccount(log: (message: string) => void): Promise<{ uid: number; gid: number }> {
  const existing = await lookUp('postgres')
  if (existing) return existing
  for (const [command, args] of waysToCreate) {
    const made = await run(command, args).then(
      () => lookUp('postgres'),
      () => null,
    )
    if (made) {
      log('PostgreSQL does not run as root: made the system user "postgres" for it')
      return made
    }
  }
  const nobody = await lookUp('nobody')
  if (nobody && nobody.uid !== 0) {
    log('PostgreSQL does not run as root, and no user "postgres" could be made: it runs as "nobody"')
    return nobody
  }
  throw new EmbeddedPostgresError(
    'no_access',
    'PostgreSQL does not run as root, and there is neither a user "postgres" nor a way to make one. ' +
      'Run Wheelbook as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  )
}

/** Checks whether the account can enter a folder by trying it, so that ACLs and mounts count too. */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...account, cwd: '/' })
    return true
  } catch {
    return false
  }
}
