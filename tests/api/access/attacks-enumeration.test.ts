// Account enumeration: neither the response nor its timing reveals whether an address has an account (ruling 6, S-9).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { hashPassword } from '#server/modules/access/passwords.ts'
import { untilWindowLasts } from '#tests/support/attempt-windows.ts'
import { requestResetLink } from '#tests/support/captcha.ts'
import type { ApiResponse } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: { id: number }
beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: 1 } })
  fleet = await server.build.fleet()
})
afterAll(() => server.stop())

let network = 0
const nextIp = () => `10.${Math.floor(++network / 250)}.${network % 250}.1`
const browser = (ip = nextIp()) => server.client({ 'x-forwarded-for': ip, 'sec-fetch-site': 'same-origin' })

/** Every part of a response that could differ. */
function comparable({ status, headers, body }: ApiResponse) {
  const { request_id: _, ...rest } = body as Record<string, unknown>
  const compared = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)).sort()
  return { status, headers: compared, body: rest }
}

const CALLS: [what: string, send: (email: string, ip?: string) => Promise<ApiResponse>][] = [
  ['sign-in', (email, ip) => browser(ip).post('/sessions', { email, password: 'not the password' })],
  [
    'sign-in with a code',
    (email, ip) => browser(ip).post('/sessions', { email, password: 'not the password', otp: '123456' }),
  ],
  [
    'sending a code',
    (email, ip) => browser(ip).post('/sessions/send_otp', { email, password: 'not the password' }),
  ],
]

describe.each(CALLS)('%s', (what, send) => {
  it('answers the same for an account, no account, a deactivated one, and one without a fleet', async () => {
    const known = await server.build.user(fleet)
    const off = await server.build.user(fleet, { isActive: false })
    const withoutFleet = await server.build.user(null)
    const expected = comparable(await send(`nobody-${what.length}@example.com`))
    expect(expected.status).toBe(401)
    for (const { email } of [known, off, withoutFleet])
      expect(comparable(await send(email))).toEqual(expected)
  })

  it('slows down attempts at an address the same way, whether or not it has an account', {
    timeout: 60_000,
  }, async () => {
    const statusesOf = async (email: string) => {
      const statuses: number[] = []
      for (let i = 0; i < 14; i++) statuses.push((await send(email)).status)
      return statuses
    }
    const known = await statusesOf((await server.build.user(fleet)).email)
    const unknown = await statusesOf(`ghost-${what.length}@example.com`)
    expect(known.slice(0, 10)).toEqual(Array(10).fill(401))
    expect(unknown.slice(0, 10)).toEqual(known.slice(0, 10))
    for (const late of [known, unknown]) expect(late.slice(10)).toContain(429)
  })
})

it('asking for a new password reveals no address to a program after three requests', async () => {
  await untilWindowLasts(10)
  const from = browser()
  const requestReset = (email: string) => from.post('/customers/reset_password', { email })
  for (let i = 0; i < 3; i++)
    expect((await requestReset(`first${i}@example.com`)).body.code).toBe('no_account')
  const { email } = await server.build.user(fleet)
  const [known, unknown] = [
    comparable(await requestReset(email)),
    comparable(await requestReset('row4@example.com')),
  ]
  expect(known).toEqual(unknown)
  expect(known.body).toMatchObject({ code: 'captcha_required' })
  expect(await server.db.query(sql`select 1 from mails where recipient = ${email}`)).toEqual([])
})

it('asking for a new password reveals five addresses an hour to someone who solves captchas, and then none', async () => {
  await untilWindowLasts(10)
  const from = browser()
  const codes: unknown[] = []
  for (let i = 0; i < 7; i++) codes.push((await requestResetLink(from, `list${i}@example.com`)).body.code)
  expect(codes).toEqual([...Array(5).fill('no_account'), 'too_many', 'too_many'])
  const { email } = await server.build.user(fleet)
  expect((await requestResetLink(from, email)).body.code).toBe('too_many')
})

describe('by time', () => {
  const PAIRS = 60

  /**
   * Share of pairs in which the first request took longer. Requests alternate, so that other load affects both alike.
   * Without a difference it is 0.5; by chance alone it leaves 0.2 to 0.8 once in 300,000 runs.
   */
  async function shareSlower(pairs: [() => Promise<unknown>, () => Promise<unknown>][]): Promise<number> {
    const timed = async (work: () => Promise<unknown>) => {
      const begun = performance.now()
      await work()
      return performance.now() - begun
    }
    let slower = 0
    for (const [i, [first, second]] of pairs.entries()) {
      const inOrder = i % 2 === 0
      const one = await timed(inOrder ? first : second)
      const two = await timed(inOrder ? second : first)
      if (inOrder ? one > two : two > one) slower++
    }
    return slower / pairs.length
  }
  const users = () => Promise.all(Array.from({ length: PAIRS }, () => server.build.user(fleet)))

  it.each(CALLS)(
    '%s tells nothing',
    async (what, send) => {
      const known = await users()
      const share = await shareSlower(
        known.map(({ email }, i) => [() => send(email), () => send(`no-${what.length}-${i}@example.com`)]),
      )
      expect(share).toBeGreaterThan(0.2)
      expect(share).toBeLessThan(0.8)
    },
    120_000,
  )

  it('this measure detects a difference of one hash', async () => {
    const share = await shareSlower(
      Array.from({ length: PAIRS }, () => [
        async () => {
          await browser().get('/ping')
          await hashPassword('as a server that hashes for accounts only')
        },
        () => browser().get('/ping'),
      ]),
    )
    expect(share).toBeGreaterThan(0.85)
  }, 120_000)
})
