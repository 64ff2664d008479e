import { execFile, execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const MIGRATIONS = 'server/db/migrations'
/** What the next version could add: a table, and a column of the table that phones write to. */
const NEXT_MIGRATION = {
  name: '9999_upgrade_test.sql',
  text: `create table upgrade_test (id int primary key);
alter table manual_maintenance_histories add column upgrade_test text not null default 'next version';
create index upgrade_test_histories on manual_maintenance_histories (upgrade_test) where upgrade_test <> 'next version';
`,
}

/** The code of one version in a folder, ready to run. */
export interface Version {
  name: string
  folder: string
  migrations: string[]
  /** Whether it starts on a database with newer migrations that only add (decision 100). */
  acceptsNewer: boolean
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 << 20 }).trim()

/** Returns the commits whose upgrades matter: the last one without the newest migration, and the current one. */
export function defaultCommits(): string[] {
  const newest = git('ls-files', MIGRATIONS).split('\n').sort().at(-1) ?? ''
  const landedIn = git('log', '-1', '--diff-filter=A', '--format=%H', '--', newest)
  return [git('rev-parse', '--short', `${landedIn}^`), git('rev-parse', '--short', 'HEAD')]
}

/** Unpacks a commit. */
export async function oldVersion(folder: string, commit: string): Promise<Version> {
  await unpack(commit, folder)
  return describeVersion(commit, folder)
}

/** Unpacks the working tree with uncommitted changes of tracked files. */
export async function workingTree(folder: string): Promise<Version> {
  await unpack(git('stash', 'create') || 'HEAD', folder)
  return describeVersion('working tree', folder)
}

/** Unpacks the working tree, and adds a migration that no version has. */
export async function newVersion(folder: string): Promise<Version> {
  await workingTree(folder)
  await writeFile(join(folder, MIGRATIONS, NEXT_MIGRATION.name), NEXT_MIGRATION.text)
  return describeVersion('new', folder)
}

/** Builds the version's app. Another build number changes the names of most of its files. */
export async function buildApp({ folder }: Version, buildNumber: string): Promise<void> {
  const vite = join(folder, 'node_modules/vite/bin/vite.js')
  const env = { ...process.env, WHEELBOOK_BUILD: buildNumber }
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: folder, env })
}

/** Imports a module of a version. `path` is relative to its folder. */
export async function importFrom<Module>({ folder }: Version, path: string): Promise<Module> {
  return await import(pathToFileURL(join(folder, path)).href)
}

/** Returns the address of the script that starts the version's app, which no other build has. */
export async function startScriptOf({ folder }: Version): Promise<string> {
  const page = await readFile(join(folder, 'dist/index.html'), 'utf8')
  const [script] = /\/assets\/boot-[\w-]+\.js/.exec(page) ?? []
  if (script === undefined) throw new Error('The page of the built app names no script that starts it.')
  return script
}

async function unpack(commit: string, folder: string) {
  await mkdir(folder)
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: ROOT, maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

async function describeVersion(name: string, folder: string): Promise<Version> {
  const migrations = (await readdir(join(folder, MIGRATIONS))).filter((file) => file.endsWith('.sql')).sort()
  const migrate = await readFile(join(folder, 'server/db/migrate.ts'), 'utf8')
  return { name, folder, migrations, acceptsNewer: migrate.includes('is_additive') }
}
