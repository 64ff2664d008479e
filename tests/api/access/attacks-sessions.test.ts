// Session takeover: fixation, a stolen remembered address, used tickets, links and devices (rulings 4 to 8, S-7).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { newToken } from '#server/modules/access/session/tokens.ts'
import { PASSWORD } from '#tests/support/builders.ts'
import type { ApiResponse } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: { id: number }
let withOtp: { id: number }
beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: 1 } })
  fleet = await server.build.fleet({ flags: { multifactor_authentication: false } })
  withOtp = await server.build.fleet()
})
afterAll(() => server.stop())

let network = 0
const browser = (cookie = '', headers: Record<string, string> = {}) =>
  server.client({
    'x-forwarded-for': `10.${Math.floor(++network / 250)}.${network % 250}.1`,
    'sec-fetch-site': 'same-origin',
    ...(cookie ? { cookie } : {}),
    ...headers,
  })
const credentials = (user: { email: string }) => ({ email: user.email, password: PASSWORD })
const cookieOf = (response: ApiResponse, name: string) =>
  response.headers
    .getSetCookie()
    .map((line) => new RegExp(`^${name}=([^;]*)`).exec(line)?.[1])
    .find((value) => value !== undefined)

describe('a session that an attacker prepared', () => {
  it.each([
    ['an invented one', async () => newToken()],
    ['one of the attacker', async () => server.build.session(await server.build.user(fleet))],
    [
      'one of the attacker that was signed out',
      async () => {
        const token = await server.build.session(await server.build.user(fleet))
        await browser(`authentication_token=${token}`).delete('/shell_sessions')
        return token
      },
    ],
    ['an empty one', async () => ''],
    ['one with a line break', async () => 'x%0d%0aSet-Cookie:%20a=b'],
  ])('%s is useless after the victim has signed in', async (_what, make) => {
    const victim = await server.build.user(fleet)
    const planted = await make()
    const done = await browser(`authentication_token=${planted}`).post('/sessions', credentials(victim))
    expect(done.status).toBe(200)
    const given = cookieOf(done, 'authentication_token')
    expect(given).toMatch(/^[\w-]{43}$/)
    expect(given).not.toBe(planted)
    const attacker = await browser(`authentication_token=${planted}`).get('/customers/me')
    expect(attacker.status).toBe(401)
    expect((await browser(`authentication_token=${given}`).get('/customers/me')).body.id).toBe(victim.id)
  })

  it('cannot be passed in the address, the body, another header, or a second cookie in front', async () => {
    const attacker = await server.build.user(fleet)
    const token = await server.build.session(attacker)
    const victim = await server.build.user(fleet)
    for (const path of [`/customers/me?authentication_token=${token}`, `/customers/me?auth_token=${token}`])
      expect((await browser().get(path)).status).toBe(401)
    for (const name of ['x-authentication-token', 'authentication_token', 'x-auth-token'])
      expect((await browser('', { [name]: token }).get('/customers/me')).status).toBe(401)
    const done = await browser().post('/sessions', { ...credentials(victim), authentication_token: token })
    expect(cookieOf(done, 'authentication_token')).not.toBe(token)
  })

  it('each sign-in creates a new one, and signing out ends it everywhere', async () => {
    const user = await server.build.user(fleet)
    const tokens = new Set<string>()
    for (let i = 0; i < 5; i++)
      tokens.add(cookieOf(await browser().post('/sessions', credentials(user)), 'authentication_token') ?? '')
    expect(tokens.size).toBe(5)
    const [token = ''] = tokens
    await browser(`authentication_token=${token}`).delete('/shell_sessions')
    for (const headers of [
      { cookie: `authentication_token=${token}` },
      { authorization: `Bearer ${token}` },
      { cookie: `x=1; authentication_token=${token}` },
    ])
      expect((await server.client(headers).get('/customers/me')).status).toBe(401)
  })
})

describe('stolen cookies that remember a user', () => {
  it('the address and the ids of user and fleet open nothing, and do not skip the code (ruling 5)', async () => {
    const user = await server.build.user(withOtp)
    const stolen = [
      `current_user_email=${encodeURIComponent(user.email)}`,
      `current_account_id=${user.id}`,
      `current_fleet_id=${withOtp.id}`,
    ].join('; ')
    const thief = browser(stolen)
    expect((await thief.get('/customers/me')).status).toBe(401)
    expect((await thief.post('/sessions', { email: user.email, password: 'guess' })).status).toBe(401)
    expect((await browser(stolen).post('/sessions', credentials(user))).body).toEqual({ otp_required: true })
  })

  it('the id of another fleet in the cookie shows nothing of it', async () => {
    const user = await server.build.user(fleet)
    const token = await server.build.session(user)
    const response = await browser(`authentication_token=${token}; current_fleet_id=${withOtp.id}`).get(
      '/fleets/me',
    )
    expect(response.body.id).toBe(fleet.id)
  })

  it('the remembered device is no session, works only for its own user, and not after a password change', async () => {
    const user = await server.build.user(withOtp)
    await browser().post('/sessions/send_otp', credentials(user))
    const [mail] = await server.db.query<{ text: string }>(
      sql`select text from mails where recipient = ${user.email} order by created_at desc limit 1`,
    )
    const otp = /^\d{6}$/m.exec(mail?.text ?? '')?.[0]
    const done = await browser().post('/sessions', { ...credentials(user), otp, remember_me: true })
    const device = `device_token=${cookieOf(done, 'device_token')}`
    const session = `authentication_token=${cookieOf(done, 'authentication_token')}`
    expect((await browser(device).get('/customers/me')).status).toBe(401)
    expect((await browser(device).post('/sessions', { email: user.email, password: 'guess' })).status).toBe(
      401,
    )
    const text = 'seven lemons on a truck'
    const change = { currentPassword: PASSWORD, newPassword: text, newPasswordConfirmation: text }
    expect((await browser(session).put('/customers/update_password', change)).status).toBe(200)
    const again = await browser(device).post('/sessions', { email: user.email, password: text })
    expect(again.body).toEqual({ otp_required: true })
  })
})

describe('a ticket (ruling 8)', () => {
  const PATH = '/api/v6/fleets.csv'
  async function aTicket(purpose: 'download' | 'push' = 'download') {
    const user = await server.build.user(fleet, { roles: ['FMC'] })
    const client = await server.as(user)
    const { body } = await client.post('/tickets', { purpose })
    return { ticket: String(body.ticket), client, user }
  }
  const use = (ticket: string) => server.client().send('GET', `${PATH}?auth_token=${ticket}`)

  it('works once, even when a hundred requests use it at once', async () => {
    const { ticket } = await aTicket()
    const responses = await Promise.all(Array.from({ length: 100 }, () => use(ticket)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await use(ticket)).status).toBe(401)
  })

  it('works only for its purpose, for a minute, and while its session lives', async () => {
    expect((await use((await aTicket('push')).ticket)).status).toBe(401)
    const late = await aTicket()
    await server.db.query(sql`update tickets set expires_at = now() - interval '1 second'`)
    expect((await use(late.ticket)).status).toBe(401)
    const left = await aTicket()
    await left.client.delete('/shell_sessions')
    expect((await use(left.ticket)).status).toBe(401)
    const off = await aTicket()
    await server.db.query(sql`update users set is_active = false where id = ${off.user.id}`)
    expect((await use(off.ticket)).status).toBe(401)
  })

  it('opens only the calls that accept tickets', async () => {
    const { ticket } = await aTicket()
    for (const path of ['/api/v4/customers/me', '/api/v4/vehicles', '/api/v6/fleets'])
      expect((await server.client().send('GET', `${path}?auth_token=${ticket}`)).status).toBe(401)
    expect((await server.client({ authorization: `Bearer ${ticket}` }).get('/customers/me')).status).toBe(401)
    expect((await use(ticket)).status).toBe(200)
  })
})
