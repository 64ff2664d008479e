// The server process: it stops with nothing half done, and a kill loses nothing that it acknowledged.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { builders } from '#tests/support/builders.ts'
import { type Client, clientOf } from '#tests/support/client.ts'
import { type ProductionServer, startProductionServer } from '#tests/support/production-server.ts'

let dataFolder: string
let server: ProductionServer
let db: Database
let client: () => Client
let entry: object

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'wheelbook-process-'))
  await chmod(dataFolder, 0o711)
  server = await startProductionServer({ dataFolder, isApiOnly: true })
  db = openDatabase(server.databaseUrl)
  const build = builders(db)
  const fleet = await build.fleet()
  const user = await build.user(fleet)
  const [vehicle, service] = [await build.vehicle(fleet), await build.service()]
  const cookie = `authentication_token=${await build.session(user)}`
  client = () => clientOf(server.url, { cookie })
  entry = {
    vehicle_id: vehicle.id,
    custom_shop_name: 'Corner Garage',
    zip: '43215',
    odometer: 1000,
    date_of_completion: '2026-01-15',
    vehicle_services: [{ service_definition_id: service.id, price: '10.00' }],
  }
}, 60_000)
afterAll(async () => {
  await db.close()
  await server.stop()
  await rm(dataFolder, { recursive: true, force: true })
})

const rowsOf = async (id: string) =>
  (await db.query(sql`select 1 from manual_maintenance_histories where id = ${id}`)).length

/** Sends one entry. A server that sheds load (503 with Retry-After) is retried, as a client would do. */
async function enter(id: string) {
  for (let tries = 0; ; tries++) {
    const response = await client().post(
      '/manual_maintenance_histories',
      { ...entry, id },
      { 'idempotency-key': id },
    )
    if (response.status !== 503 || tries > 50) return response
    await sleep(200)
  }
}

/**
 * Sends entries one after another until the server is gone. Reports the acknowledged ones, the first as soon as there
 * is one, and the one without a response.
 */
function enterUntilGone() {
  const first = Promise.withResolvers<void>()
  const end = (async () => {
    const acknowledged: string[] = []
    for (;;) {
      const id = randomUUID()
      const response = await enter(id).catch(() => null)
      if (response === null) return { acknowledged, open: id }
      expect(response.status).toBe(201)
      acknowledged.push(id)
      first.resolve()
    }
  })()
  return { first: Promise.race([first.promise, end]), end }
}

describe('the server', () => {
  it('killed in the middle of its work keeps all that it acknowledged, and accepts the rest once when it is sent again', async () => {
    for (let round = 0; round < 3; round++) {
      const lanes = [enterUntilGone(), enterUntilGone(), enterUntilGone()]
      await Promise.race(lanes.map((lane) => lane.first))
      await sleep(400 + 150 * round)
      server.child.kill('SIGKILL')
      const results = await Promise.all(lanes.map((lane) => lane.end))
      await server.exited
      server = await startProductionServer({ dataFolder, isApiOnly: true, port: server.port })
      expect(results.flatMap((result) => result.acknowledged).length).toBeGreaterThan(0)
      for (const { acknowledged, open } of results) {
        for (const id of acknowledged) expect(await rowsOf(id)).toBe(1)
        const again = await enter(open)
        expect(again.status).toBe(201)
        expect(await rowsOf(open)).toBe(1)
      }
    }
  }, 90_000)

  it('on a stop signal finishes what it has begun, exits with 0, and leaves no PostgreSQL behind', async () => {
    const lane = enterUntilGone()
    await lane.first
    await sleep(300)
    server.child.kill('SIGTERM')
    const { acknowledged } = await lane.end
    expect(await server.exited).toEqual({ code: 0, signal: null })
    await expect(db.query(sql`select 1`)).rejects.toThrow()
    server = await startProductionServer({ dataFolder, isApiOnly: true, port: server.port })
    for (const id of acknowledged) expect(await rowsOf(id)).toBe(1)
  }, 60_000)

  it('creates the secrets that its database lacks, so that sign-in works again', async () => {
    await db.query(sql`delete from secrets`)
    await server.stop()
    server = await startProductionServer({ dataFolder, isApiOnly: true, port: server.port })
    const response = await client().post('/sessions', {
      email: 'nobody@example.com',
      password: 'Wrong-Passw0rd',
    })
    expect(response.status).toBe(401)
    expect((await client().get('/captcha')).status).toBe(200)
    const names = await db.query<{ name: string }>(sql`select name from secrets order by name`)
    expect(names.map(({ name }) => name)).toEqual([
      'captcha',
      'card_notifications',
      'flags',
      'sign_in_trail',
      'unsubscribe',
    ])
  }, 60_000)

  it.each([
    ['exception', "() => { throw new Error('Broken for jane@example.com') }"],
    ['rejection', "() => Promise.reject(new Error('Broken for jane@example.com'))"],
  ])(
    'logs an uncaught %s without personal data, finishes its work and exits with 1 (R-21)',
    async (kind, handler) => {
      await server.stop()
      const logFile = join(dataFolder, `${kind}.log`)
      server = await startProductionServer({
        dataFolder,
        isApiOnly: true,
        port: server.port,
        logFile,
        nodeOptions: ['--import', `data:text/javascript,process.on('SIGUSR2', ${handler})`],
      })
      const lane = enterUntilGone()
      await lane.first
      server.child.kill('SIGUSR2')
      const { acknowledged } = await lane.end
      expect(await server.exited).toEqual({ code: 1, signal: null })
      await expect(db.query(sql`select 1`)).rejects.toThrow()
      const log = await readFile(logFile, 'utf8')
      expect(log).toMatch(/"err":\{.*"msg":"(Uncaught exception|Unhandled rejection)"/)
      expect(log).not.toContain('jane@example.com')
      server = await startProductionServer({ dataFolder, isApiOnly: true, port: server.port })
      for (const id of acknowledged) expect(await rowsOf(id)).toBe(1)
    },
    60_000,
  )

  it('logs in one line why it cannot start', async () => {
    const start = (env: Record<string, string>) =>
      new Promise<{ code: unknown; output: string }>((resolve) => {
        execFile(
          process.execPath,
          ['tests/support/api-only.ts'],
          { env: { ...process.env, ...env } },
          (error, _out, output) => resolve({ code: error?.code, output }),
        )
      })
    expect(await start({ PORT: 'many' })).toMatchObject({ code: 1, output: 'PORT must be a port number.\n' })
    const taken = await start({
      PORT: String(server.port),
      DATABASE_URL: server.databaseUrl,
      DATA_FOLDER: dataFolder,
    })
    expect(taken).toMatchObject({ code: 1, output: expect.stringContaining(`Port ${server.port} is taken`) })
    const away = await start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATA_FOLDER: dataFolder })
    expect(away).toMatchObject({ code: 1, output: expect.stringContaining('database') })
    const file = await start({ DATA_FOLDER: 'package.json' })
    expect(file).toMatchObject({ code: 1, output: expect.stringContaining('Set DATA_FOLDER') })
    const elsewhere = await start({
      HOST: '192.0.2.1',
      DATABASE_URL: server.databaseUrl,
      DATA_FOLDER: dataFolder,
    })
    expect(elsewhere).toMatchObject({ code: 1, output: expect.stringContaining('Set HOST') })
    expect(taken.output + away.output + file.output + elsewhere.output).not.toContain('    at ')
    const internal = await start({
      DATABASE_URL: server.databaseUrl,
      DATA_FOLDER: dataFolder,
      PORT: '0',
      DEMO: 'false',
      METRICS_PORT: String(server.port),
    })
    expect(internal.output).toContain(`Port ${server.port} is taken. Set METRICS_PORT to another one.`)
    const unbranded = await start({ BRANDS_FOLDER: '/nowhere', DATA_FOLDER: dataFolder })
    expect(unbranded).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^The brands .*BRANDS_FOLDER.*\n$/),
    })
    // As root too, no file can be written there.
    const readOnly = await start({ DATABASE_URL: server.databaseUrl, DATA_FOLDER: '/proc' })
    expect(readOnly).toMatchObject({ code: 1 })
    expect(readOnly.output).toMatch(/^The data folder \/proc cannot be written \(.+\)\. Set DATA_FOLDER/m)
  })
})
