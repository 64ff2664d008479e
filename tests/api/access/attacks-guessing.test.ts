// Guessing passwords and codes: a thousand attempts at once against two server processes on one database (ruling 6,
// S-8, S-10).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { OTP_TRIES } from '#domain/core/limits.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { SIGN_IN_FAILURES } from '#server/limits.ts'
import { accountKey } from '#server/modules/access/session/sign-in-tries.repository.ts'
import { untilWindowLasts } from '#tests/support/attempt-windows.ts'
import { type Builders, builders, PASSWORD } from '#tests/support/builders.ts'
import { type ApiResponse, clientOf } from '#tests/support/client.ts'
import { type ProductionServer, startProductionServer } from '#tests/support/production-server.ts'
import { createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'

const TRIES = 1000
const cluster = inject('cluster')
let servers: ProductionServer[] = []
let url: string
let folder: string
let db: Database
let build: Builders

beforeAll(async () => {
  url = await createTestDatabase(cluster, cluster.template)
  folder = await mkdtemp(join(tmpdir(), 'wheelbook-guess-'))
  db = openDatabase(url, { max: 2 })
  build = builders(db)
  const env = {
    DATABASE_URL: url,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
    PUBLIC_URL: 'https://fleet.example',
  }
  const start = (nth: number) =>
    startProductionServer({ dataFolder: join(folder, String(nth)), isApiOnly: true, env })
  servers = [await start(0), await start(1)]
}, 90_000)
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await db.close()
  await dropTestDatabase(cluster, url)
  await rm(folder, { recursive: true, force: true })
}, 60_000)

/** Every attempt comes from a different network. */
let network = 0
const nextIp = () =>
  `${20 + Math.floor(++network / 60_000)}.${Math.floor(network / 250) % 240}.${network % 250}.7`

interface Try {
  email: string
  password: string
  otp?: string
  ip?: string
}
/** Sends all attempts at once, alternating between the two servers. */
function all(tries: Try[]): Promise<ApiResponse[]> {
  return Promise.all(
    tries.map(({ ip, ...body }, i) => {
      const { url: at = '' } = servers[i % servers.length] ?? {}
      return clientOf(at, { 'x-forwarded-for': ip ?? nextIp() }).post('/sessions', body)
    }),
  )
}
const times = (make: (i: number) => Try) => Array.from({ length: TRIES }, (_, i) => make(i))
const withCode = (responses: ApiResponse[], code: string) =>
  responses.filter(({ body }) => body.code === code).length
const TIMEOUT_MS = 180_000

async function codeFor(user: { email: string }) {
  const client = clientOf(servers[0]?.url ?? '', { 'x-forwarded-for': nextIp() })
  // A server that is overloaded by a thousand attempts (503) is retried, as a client would do.
  await vi.waitFor(
    async () =>
      expect(
        (await client.post('/sessions/send_otp', { email: user.email, password: PASSWORD })).status,
      ).toBe(200),
    { timeout: 30_000, interval: 1000 },
  )
  const [mail] = await db.query<{ text: string }>(
    sql`select text from mails where recipient = ${user.email} order by created_at desc limit 1`,
  )
  return /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? 'none'
}

describe(`${TRIES} tries at once, on two servers`, () => {
  it(
    'at one account from as many networks: ten passwords are compared, and a refused try writes nothing',
    async () => {
      const user = await build.user(await build.fleet())
      const begun = Date.now()
      const responses = await all(times((i) => ({ email: user.email, password: `guess ${i}` })))
      const slots = 2 + Math.floor((Date.now() - begun) / 30_000)
      expect(responses.filter(({ status }) => ![401, 429, 503].includes(status))).toEqual([])
      expect(withCode(responses, 'invalid_credentials')).toBeGreaterThanOrEqual(SIGN_IN_FAILURES)
      expect(withCode(responses, 'invalid_credentials')).toBeLessThanOrEqual(SIGN_IN_FAILURES + slots)
      const rows = await db.query(sql`select 1 from sign_in_tries where account = ${accountKey(user.email)}`)
      expect(rows).toHaveLength(withCode(responses, 'invalid_credentials'))
    },
    TIMEOUT_MS,
  )

  it(
    'at as many accounts from one address: slowed just so',
    async () => {
      const begun = Date.now()
      const responses = await all(
        times((i) => ({ email: `row${i}@example.com`, password: 'Summer2026', ip: '9.9.9.9' })),
      )
      const slots = 2 + Math.floor((Date.now() - begun) / 5000)
      expect(withCode(responses, 'invalid_credentials')).toBeLessThanOrEqual(SIGN_IN_FAILURES + slots)
    },
    TIMEOUT_MS,
  )

  it(
    'at the code of who has the password already: five are compared, and then not even the right one works',
    async () => {
      const user = await build.user(await build.fleet())
      const otp = await codeFor(user)
      const wrong = (i: number) => String((Number(otp) + 1 + i) % 1_000_000).padStart(6, '0')
      const responses = await all(times((i) => ({ email: user.email, password: PASSWORD, otp: wrong(i) })))
      expect(responses.filter(({ status }) => status === 200)).toEqual([])
      expect(withCode(responses, 'otp_invalid')).toBeLessThanOrEqual(OTP_TRIES)
      const [row] = await db.query<{ tries: number }>(
        sql`select max(tries) as tries from otp_challenges where user_id = ${user.id}`,
      )
      expect(row?.tries).toBeLessThanOrEqual(OTP_TRIES + 1)
      await db.query(sql`delete from attempts`)
      await db.query(sql`delete from sign_in_tries`)
      await vi.waitFor(
        async () => {
          const [right] = await all([{ email: user.email, password: PASSWORD, otp }])
          expect(right).toMatchObject({ status: 401, body: { code: 'otp_used_up' } })
        },
        { timeout: 30_000, interval: 1000 },
      )
    },
    TIMEOUT_MS,
  )

  it(
    'with the right code: one session',
    async () => {
      const user = await build.user(await build.fleet())
      const otp = await codeFor(user)
      // Disables the sign-in limits, because this test checks whether a code can be used twice.
      const responses = await all(times(() => ({ email: user.email, password: PASSWORD, otp })))
      expect(responses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
      const sessions = await db.query(sql`select 1 from sessions where user_id = ${user.id}`)
      expect(sessions.length).toBeLessThanOrEqual(1)
    },
    TIMEOUT_MS,
  )

  it(
    'for one-time passwords: five emails an hour, from any client',
    async () => {
      // The limit counts by the hour of the clock.
      await untilWindowLasts(45)
      const user = await build.user(await build.fleet())
      const responses = await Promise.all(
        Array.from({ length: TRIES }, (_, i) =>
          clientOf(servers[i % 2]?.url ?? '', { 'x-forwarded-for': nextIp() }).post('/sessions/send_otp', {
            email: user.email,
            password: PASSWORD,
          }),
        ),
      )
      expect(responses.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([])
      const mails = await db.query(sql`select 1 from mails where recipient = ${user.email}`)
      expect(mails.length).toBeLessThanOrEqual(5)
    },
    TIMEOUT_MS,
  )
})

it('limits and sessions survive a clock that is set back: no count restarts, and no session ends', {
  timeout: TIMEOUT_MS,
}, async () => {
  const user = await build.user(await build.fleet({ flags: { multifactor_authentication: false } }))
  const { url: at = '' } = servers[0] ?? {}
  const signedIn = clientOf(at, { cookie: `authentication_token=${await build.session(user)}` })
  await all(Array.from({ length: 14 }, (_, i) => ({ email: user.email, password: `guess ${i}` })))
  // For the rows, setting the clock back is the same as moving them into the future.
  await db.query(sql`update sign_in_tries set failed_at = failed_at + interval '15 minutes'`)
  await db.query(sql`
    update sessions set created_at = created_at + interval '15 minutes', last_seen_at = last_seen_at + interval '15 minutes'`)
  expect((await signedIn.get('/customers/me')).status).toBe(200)
  const again = await all(
    Array.from({ length: 30 }, (_, i) => ({ email: user.email, password: `guess ${i}` })),
  )
  expect(withCode(again, 'invalid_credentials')).toBe(0)
  expect((await signedIn.get('/customers/me')).status).toBe(200)
})
