import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { chmod, lchown, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { type Account, canEnter, runsAsRoot, systemAccount } from './account.ts'
import { EmbeddedPostgresError } from './errors.ts'

export type DataFolder = { folder: string; account: Account; state: 'absent' | 'present' }

/** Returns a short name for a data folder, for uses where its path is too long or has no meaning. */
export const hashOf = (folder: string) => createHash('sha256').update(folder).digest('hex').slice(0, 12)

/** Resolves symlinks, so that a folder has one name. The lock depends on it. */
async function canonical(folder: string): Promise<string> {
  const path = resolve(folder)
  await mkdir(dirname(path), { recursive: true })
  const whole = await realpath(path).catch(() => null)
  return whole ?? join(await realpath(dirname(path)), basename(path))
}

const noAccess = (folder: string, who: string) =>
  new EmbeddedPostgresError(
    'no_access',
    `There is a database in ${folder}, but ${who} may not enter it. ` +
      'Give that user the right to enter (and own) the folder, or move the folder to where it may.',
  )

/** Checks whether a database exists; incomplete ones do not count. Errors: `no_access`, `not_a_data_folder`. */
export async function stateOf(folder: string): Promise<DataFolder['state']> {
  const names = await readdir(folder).catch((error): string[] => {
    if (error.code === 'ENOENT') return []
    throw error.code === 'EACCES' ? noAccess(folder, 'the user that runs this server') : error
  })
  if (names.includes('PG_VERSION')) return 'present'
  if (names.length === 0) return 'absent'
  throw new EmbeddedPostgresError(
    'not_a_data_folder',
    `The folder ${folder} holds files, but not a PostgreSQL database. ` +
      'Name an empty or a new folder, or move those files away.',
  )
}

/** The owner of a database keeps running it. A database owned by root (a restored copy) is given to the system user. */
async function accountFor(folder: string, log: (message: string) => void): Promise<Account> {
  const owner = await stat(folder).catch(() => null)
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : systemAccount(log)
}

/** Alternative folders for a server run as root whose data folder PostgreSQL's user cannot enter, best first. */
const placesElsewhere = (wanted: string) =>
  ['/var/lib', tmpdir()].map((base) => join(base, `wheelbook-${hashOf(wanted)}`, 'postgres'))

/** Creates the parent folder of the data. Returns false if that fails or another user created it first. */
async function claimPlace(place: string): Promise<boolean> {
  const parent = dirname(place)
  try {
    await mkdir(parent, { mode: 0o711 })
    await chmod(parent, 0o711)
    return true
  } catch {
    return isOurs(parent)
  }
}

function isOurs(parent: string): boolean {
  const found = lstatSync(parent, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === 0 && (found.mode & 0o022) === 0
}

async function homeForRoot(wanted: string, log: (message: string) => void): Promise<DataFolder> {
  const state = await stateOf(wanted)
  if (state === 'present') {
    const account = await accountFor(wanted, log)
    if (await canEnter(account, dirname(wanted))) return { folder: wanted, account, state }
    throw noAccess(wanted, `the user with id ${account?.uid}, which PostgreSQL runs as,`)
  }

  const elsewhere = placesElsewhere(wanted)
  // A database that was moved once stays there. Otherwise the database would appear to be missing once the wanted folder
  // becomes accessible.
  for (const folder of elsewhere.filter((place) => isOurs(dirname(place)))) {
    if ((await stateOf(folder)) !== 'present') continue
    log(`The database of ${wanted} is in ${folder}`)
    return { folder, account: await accountFor(folder, log), state: 'present' }
  }

  const account = await systemAccount(log)
  if (await canEnter(account, dirname(wanted))) return { folder: wanted, account, state }
  for (const folder of elsewhere) {
    if (!(await claimPlace(folder)) || !(await canEnter(account, dirname(folder)))) continue
    log(`PostgreSQL does not run as root and its user may not enter ${wanted}: the database is in ${folder}`)
    return { folder, account, state: 'absent' }
  }
  throw noAccess(wanted, "PostgreSQL's user")
}

/**
 * Decides which folder holds the database and which user runs it.
 * The folder is the wanted one, unless the server runs as root and PostgreSQL's user cannot enter it.
 */
export async function chooseDataFolder(wanted: string, log: (message: string) => void): Promise<DataFolder> {
  const folder = await canonical(wanted)
  return runsAsRoot()
    ? homeForRoot(folder, log)
    : { folder, account: undefined, state: await stateOf(folder) }
}

/**
 * PostgreSQL must own its folder, and other users must have no access. A restored copy often meets neither condition.
 */
export async function takeOwnership(folder: string, account: Account) {
  const { uid, mode } = await stat(folder)
  if (account && uid !== account.uid) {
    for (const name of await readdir(folder, { recursive: true })) {
      await lchown(join(folder, name), account.uid, account.gid)
    }
    await lchown(folder, account.uid, account.gid)
  }
  const own = process.getuid?.()
  if (own !== undefined && own !== 0 && uid !== own) throw noAccess(folder, 'the user that runs this server')
  if ((mode & 0o077) !== 0 && own !== undefined) await chmod(folder, 0o700)
}

/** Rejects a folder created by another major version of PostgreSQL, whose file format differs. */
export async function checkMajor(folder: string, bundled: number) {
  const text = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  const found = Number(text)
  if (found === bundled) return
  const facts = `The data folder ${folder} was made by PostgreSQL ${text}, and this Wheelbook brings PostgreSQL ${bundled}.`
  if (found > bundled) {
    throw new EmbeddedPostgresError(
      'newer_major',
      `${facts} Start the newer Wheelbook again that you ran before, or name a data folder of its own for this one.`,
    )
  }
  throw new EmbeddedPostgresError(
    'older_major',
    `${facts} Open the folder with the previous Wheelbook or any PostgreSQL ${text}, dump the database "wheelbook" ` +
      'with pg_dump, and load it into a new, empty data folder of this Wheelbook.',
  )
}
