// Sign-in keys created by a partner's server, and the redirect to the partner's own sign-in (ACC-031, ACC-038, ruling
// 7).
import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/read-config.ts'
import { sql } from '#server/db/sql.ts'
import { consumeKey } from '#server/modules/access/session/session.repository.ts'
import { hashToken } from '#server/modules/access/session/tokens.ts'
import { untilWindowLasts } from '#tests/support/attempt-windows.ts'
import { PASSWORD } from '#tests/support/builders.ts'
import type { ApiResponse } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

const SECRET = 'a-secret-that-only-the-partner-knows'
const OTHER = 'another-secret-of-another-partner-7f3'
/** The partner is listed twice while it changes over to this secret. */
const NEXT = 'the-next-secret-of-the-same-partner-1'
let server: TestServer
let fleet: { id: number }
let affiliation: { id: number }
beforeAll(async () => {
  const partner = { fleetIds: [] as number[], affiliationIds: [] as number[] }
  const unauthorized = { name: 'nobody', secret: OTHER, fleetIds: [], affiliationIds: [] }
  server = await startTestServer({
    config: {
      trustProxy: 1,
      partners: [
        { name: 'tracks', secret: SECRET, ...partner },
        { name: 'tracks', secret: NEXT, ...partner },
        unauthorized,
      ],
    },
  })
  fleet = await server.build.fleet()
  affiliation = await server.build.affiliation()
  server.services.config.partners[0]?.fleetIds.push(fleet.id)
  server.services.config.partners[0]?.affiliationIds.push(affiliation.id)
})
afterAll(() => server.stop())
// Counted attempts must fall into one window.
beforeEach(() => untilWindowLasts(20))

const codeOf = ({ status, body }: ApiResponse) => [status, body.code]
let network = 0
const from = (secret?: string) =>
  server.client({
    'x-forwarded-for': `10.7.${++network}.1`,
    ...(secret ? { authorization: `Bearer ${secret}` } : {}),
  })
const make = (who: object, secret: string | undefined = SECRET) =>
  from(secret).post('/api/v6/partner_keys', who)
const enter = (key: string, headers: Record<string, string> = {}) =>
  server.client({ 'x-forwarded-for': `10.6.${++network}.1`, ...headers }).post('/sessions', { key })

describe('a key', () => {
  it('signs its user in once, without OTP, and ends the existing session of this browser', async () => {
    const user = await server.build.user(fleet)
    const other = await server.build.user(fleet)
    const made = await make({ email: user.email.toUpperCase() })
    expect(made).toMatchObject({ status: 201, body: { expires_in: 300 } })
    expect(made.body.url).toMatch(new RegExp(`/sign_in\\?key=${made.body.key}$`))

    const before = await server.build.session(other)
    const entered = await enter(made.body.key, { cookie: `authentication_token=${before}` })
    expect(entered).toMatchObject({ status: 200, body: { otp_required: false, user: { id: user.id } } })
    const cookies = entered.headers.getSetCookie()
    // The session ends with the browser and no device is remembered: a partner vouches for the user, not for the
    // device.
    expect(cookies.find((cookie) => cookie.startsWith('authentication_token='))).not.toContain('Max-Age')
    expect(cookies.some((cookie) => cookie.startsWith('device_token='))).toBe(false)
    const me = await server.client({ cookie: `authentication_token=${before}` }).get('/customers/me')
    expect(me.status).toBe(401)

    expect(codeOf(await enter(made.body.key))).toEqual([401, 'key_invalid'])
  })

  it('is created with either secret while a partner is listed twice', async () => {
    const user = await server.build.user(fleet)
    for (const secret of [SECRET, NEXT]) {
      const made = await make({ user_id: user.id }, secret)
      expect([made.status, (await enter(made.body.key)).status]).toEqual([201, 200])
    }
  })

  it('can be checked without using it, and only a valid one is reported as valid', async () => {
    const user = await server.build.user(fleet)
    const { key } = (await make({ user_id: user.id })).body
    const browser = server.client({ 'x-forwarded-for': '10.6.6.6' })
    const check = (given: string) => browser.post('/sessions/check_key', { key: given })
    expect((await check(key)).status).toBe(200)
    expect(codeOf(await check(`${key}x`))).toEqual([401, 'key_invalid'])
    expect((await enter(key)).status).toBe(200)
    expect(codeOf(await check(key))).toEqual([401, 'key_invalid'])
    // Checking counts as a guess too.
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, i) => check(`guess-${i}`)))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(28)
    expect(codeOf(await browser.post('/sessions', { key: 'one more' }))).toEqual([429, 'too_many'])
  })

  it('leaves no session if its user is deactivated at the same moment', async () => {
    const user = await server.build.user(fleet, { roles: ['Manager'] })
    const { key } = (await make({ user_id: user.id })).body
    const owner = await server.as(await server.build.user(fleet))
    const { deactivating } = await server.db.system(async (tx) => {
      expect(await consumeKey(tx, hashToken(key))).toEqual({ user_id: user.id, fleet_id: fleet.id })
      const deactivating = owner.put(`/fleet_users/${user.id}/deactivate`, {})
      await Promise.race([untilBlocked(server.db), deactivating])
      await tx.query(sql`
        insert into sessions (token_hash, user_id, fleet_id, is_remembered, expires_at)
        values (${hashToken(key)}, ${user.id}, ${fleet.id}, false, now() + interval '1 day')`)
      return { deactivating }
    })
    expect((await deactivating).status).toBe(200)
    expect(await server.db.query(sql`select from sessions where user_id = ${user.id}`)).toEqual([])
  })

  it('stops working when its user changes their password', async () => {
    const user = await server.build.user(fleet)
    const { key } = (await make({ user_id: user.id })).body
    const password = 'another of my own'
    const changed = await (await server.as(user)).put('/customers/update_password', {
      currentPassword: PASSWORD,
      newPassword: password,
      newPasswordConfirmation: password,
    })
    expect(changed.status).toBe(200)
    expect(codeOf(await enter(key))).toEqual([401, 'key_invalid'])
  })

  it('used a hundred times at once, opens one session', async () => {
    const user = await server.build.user(fleet)
    const { key } = (await make({ user_id: user.id })).body
    const entered = await Promise.all(Array.from({ length: 100 }, () => enter(key)))
    expect(entered.filter(({ status }) => status === 200)).toHaveLength(1)
    const sessions = await server.db.query(sql`select 1 from sessions where user_id = ${user.id}`)
    expect(sessions).toHaveLength(1)
  })

  it('works for five minutes, and not for a user who was deactivated meanwhile', async () => {
    const user = await server.build.user(fleet)
    const old = (await make({ user_id: user.id })).body.key
    await server.db.query(sql`update sign_in_keys set expires_at = now() - interval '1 second'`)
    expect(codeOf(await enter(old))).toEqual([401, 'key_invalid'])
    const fresh = (await make({ user_id: user.id })).body.key
    const [row] = await server.db.query<{ left: number }>(
      sql`select extract(epoch from expires_at - now())::int as left from sign_in_keys where user_id = ${user.id} and expires_at > now()`,
    )
    expect(row?.left).toBeGreaterThan(290)
    expect(row?.left).toBeLessThanOrEqual(300)
    await server.db.query(sql`update users set is_active = false where id = ${user.id}`)
    expect(codeOf(await enter(fresh))).toEqual([401, 'key_invalid'])
  })

  it('is stored hashed, and guesses are rate-limited', async () => {
    const user = await server.build.user(fleet)
    const { key } = (await make({ user_id: user.id })).body
    expect(JSON.stringify(await server.db.query(sql`select * from sign_in_keys`))).not.toContain(key)
    const thief = server.client({ 'x-forwarded-for': '10.5.5.5' })
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, i) => thief.post('/sessions', { key: `guess-${i}` })),
    )
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(30)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(30)
  })
})

describe('a partner', () => {
  it('is identified by its secret alone', async () => {
    const user = await server.build.user(fleet)
    expect(codeOf(await from().post('/api/v6/partner_keys', { user_id: user.id }))).toEqual([
      401,
      'partner_unknown',
    ])
    expect(codeOf(await make({ user_id: user.id }, `${SECRET}x`))).toEqual([401, 'partner_unknown'])
    const guesser = server.client({ 'x-forwarded-for': '10.4.4.4', authorization: 'Bearer guess' })
    const guesses = await Promise.all(
      Array.from({ length: 30 }, () => guesser.post('/api/v6/partner_keys', { user_id: user.id })),
    )
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  it('opens fleets of the partner and its affiliations only, and no users of several fleets', async () => {
    const group = await server.build.fleet({ affiliationId: affiliation.id })
    const foreign = await server.build.fleet()
    const made = async (of: { id: number }, given: Parameters<typeof server.build.user>[1] = {}) =>
      codeOf(await make({ user_id: (await server.build.user(of, given)).id }))
    expect(await made(group)).toEqual([201, undefined])
    expect(await made(foreign)).toEqual([404, 'not_found'])
    for (const role of ['FMC', 'FMC Fleet Admin', 'FMC Fleet Manager', 'Super Admin'] as const)
      expect(await made(fleet, { roles: [role] })).toEqual([404, 'not_found'])
    expect(await made(fleet, { isActive: false })).toEqual([404, 'not_found'])
    expect(codeOf(await make({ user_id: 77_000_003 }))).toEqual([404, 'not_found'])
    const user = await server.build.user(fleet)
    expect(codeOf(await make({ user_id: user.id }, OTHER))).toEqual([404, 'not_found'])
    expect((await make({})).status).toBe(422)
  })

  it('opens no user whose account holds a fleet of others', async () => {
    const account = await server.build.account()
    const group = await server.build.fleet({ affiliationId: affiliation.id, accountId: account.id })
    const user = await server.build.user(group, { accounts: [account] })
    expect(codeOf(await make({ user_id: user.id }))).toEqual([201, undefined])
    const other = await server.build.fleet({ accountId: account.id })
    expect(codeOf(await make({ user_id: user.id }))).toEqual([404, 'not_found'])
    await server.db.query(sql`update fleets set deleted_at = now() where id = ${other.id}`)
    expect(codeOf(await make({ user_id: user.id }))).toEqual([201, undefined])
  })

  it('is configured by the environment, with one clear line if that is wrong', () => {
    const one = JSON.stringify([{ name: 'a', secret: SECRET, fleets: [7] }])
    expect(readConfig({ PARTNERS: one }).partners).toEqual([
      { name: 'a', secret: SECRET, fleetIds: [7], affiliationIds: [] },
    ])
    for (const wrong of ['{', '[{"name":"a","secret":"short"}]', '{"name":"a"}'])
      expect(() => readConfig({ PARTNERS: wrong })).toThrow(/^PARTNERS must be a JSON list/)
  })
})

it('the partner’s own sign-in is a redirect, on the hosts of brands that have one (ACC-038)', async () => {
  const { hostname, port } = new URL(server.url)
  const at = (host: string) =>
    new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
      request(
        { hostname, port, path: '/api/v4/partner_sessions/auth_link', headers: { host } },
        (response) => {
          response.resume()
          resolve({ status: response.statusCode, location: response.headers.location })
        },
      )
        .on('error', reject)
        .end()
    })
  const [brand] = server.services.brands.filter(({ signIn }) => signIn.partnerUrl !== null)
  expect(await at(`${brand?.subdomains[0]}.localhost`)).toEqual({
    status: 302,
    location: brand?.signIn.partnerUrl,
  })
  expect((await at('localhost')).status).toBe(404)
})
