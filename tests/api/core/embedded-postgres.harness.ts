// Real PostgreSQL processes on real folders. Each test has a separate folder, which is removed afterwards.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { isAlive, waitUntilGone } from '#server/db/embedded/processes.ts'

export const repository = resolve(import.meta.dirname, '../../..')
type Report = {
  connectionString: string
  pid: number
  adopted: boolean
  folder: string
  messages: string[]
  code: string
  message: string
}

/** Folders of the running test. `elsewhere` lists data folders outside `base`, removed with their parent folder. */
export const here = { base: '', folder: '', elsewhere: [] as string[] }
let running: EmbeddedPostgres[]
export let owners: ChildProcess[]

beforeEach(async () => {
  const base = await mkdtemp(join(tmpdir(), 'wheelbook-test-'))
  await chmod(base, 0o711)
  Object.assign(here, { base, folder: join(base, 'postgres'), elsewhere: [] })
  running = []
  owners = []
})

afterEach(async () => {
  for (const owner of owners) owner.kill('SIGKILL')
  for (const server of running) await server.stop()
  for (const place of [here.folder, ...here.elsewhere]) {
    const pid = Number(
      (await readFile(join(place, 'postmaster.pid'), 'utf8').catch(() => '0')).split('\n')[0],
    )
    if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGQUIT')
    if (pid > 0) await waitUntilGone([pid], 5000)
  }
  for (const place of [here.base, ...here.elsewhere.map((path) => join(path, '..'))]) {
    await rm(place, { recursive: true, force: true, maxRetries: 5 })
  }
})

export async function start(options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) {
  const server = await startEmbeddedPostgres({ folder: here.folder, ...options })
  running.push(server)
  return server
}

/** Another server process on the folder, in its own process group. `report` is its output once it runs. */
export function startOwner(whenDone = 'stay', from = repository) {
  const script = join(from, 'tests/api/core/embedded-postgres.owner.ts')
  const child = spawn(join(repository, 'node_modules/.bin/node'), [script, here.folder, whenDone], {
    cwd: from,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  owners.push(child)
  const report = once(createInterface(child.stdout), 'line').then(([line]) => JSON.parse(line) as Report)
  return { child, report, gone: once(child, 'exit') }
}

export async function killed(owner: { child: ChildProcess; gone: Promise<unknown> }) {
  owner.child.kill('SIGKILL')
  await owner.gone
}

export async function query(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

export async function until<T>(attempt: () => Promise<T>, withinMs: number): Promise<T> {
  for (const deadline = Date.now() + withinMs; ; await sleep(20)) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}

export const makeRows = (connectionString: string) =>
  query(connectionString, 'CREATE TABLE kept AS SELECT generate_series(1, 500) AS id')
export const countRows = async (connectionString: string) =>
  Number((await query(connectionString, 'SELECT count(*) FROM kept'))[0].count)
