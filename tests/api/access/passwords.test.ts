// Forgotten, reset and changed passwords (rulings 4 to 6 and 9).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { altchaCaptcha } from '#server/integrations/captcha/local.ts'
import { secretOf } from '#server/integrations/secrets.ts'
import { CAPTCHA_LEVEL_MAX } from '#server/limits.ts'
import { hashToken, newToken } from '#server/modules/access/session/tokens.ts'
import { untilWindowLasts } from '#tests/support/attempt-windows.ts'
import { PASSWORD } from '#tests/support/builders.ts'
import { requestResetLink, solveCaptcha } from '#tests/support/captcha.ts'
import type { ApiResponse } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: { id: number }
beforeAll(async () => {
  server = await startTestServer({
    config: { trustProxy: 1, exposeMailbox: true, publicUrl: 'https://fleet.example', demo: true },
  })
  fleet = await server.build.fleet({ flags: { multifactor_authentication: false } })
})
afterAll(() => server.stop())
// Counted attempts must fall into one window.
beforeEach(() => untilWindowLasts(20))

const NEW = 'seven lemons on a truck'
const PATH = '/customers/reset_password'
let network = 0
const nextIp = () => `10.${Math.floor(++network / 250)}.${network % 250}.1`
/** A browser in a different network each time, unless one is given. */
const browser = (ip = nextIp(), headers: Record<string, string> = {}) =>
  server.client({ 'x-forwarded-for': ip, ...headers })
const both = (newPassword: string) => ({ newPassword, newPasswordConfirmation: newPassword })
const codeOf = ({ status, body }: ApiResponse) => [status, body.code]
const signIn = (email: string, password: string) => browser().post('/sessions', { email, password })

function mailsTo(email: string) {
  return server.db.query<{ subject: string; text: string }>(
    sql`select subject, text from mails where recipient = ${email} order by created_at desc`,
  )
}
/** Requests a link and returns the token from the email. */
async function linkFor(email: string): Promise<string> {
  const response = await requestResetLink(browser(), email)
  expect(response.status).toBe(200)
  const [mail] = await mailsTo(email)
  return /reset_password_token=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1] ?? 'none'
}

describe('a forgotten password', () => {
  it('sends an email with a link, in the user’s language and with their fleet’s brand (ACC-100)', async () => {
    const user = await server.build.user(fleet)
    const response = await requestResetLink(browser(), ` ${user.email.toUpperCase()} `)
    expect(response.body).toEqual({
      alertType: 'success',
      alertMessage: 'We sent an email with a link if this address has an account',
    })
    const [mail] = await mailsTo(user.email)
    expect(mail?.subject).toBe('Set a new Wheelbook password')
    expect(mail?.text).toMatch(/^https:\/\/fleet\.example\/reset_password\?reset_password_token=[\w-]{43}$/m)

    const canada = await server.build.fleet({ country: 'CA' })
    const french = await server.build.user(canada, { language: 'fr' })
    await linkFor(french.email)
    expect((await mailsTo(french.email))[0]?.subject).toBe('Choisissez un nouveau mot de passe Boreal Fleet')
  })

  it('the link can be followed from the local mailbox of demo mode', async () => {
    const user = await server.build.user(fleet)
    const token = await linkFor(user.email)
    const { body } = await server.client().send('GET', '/mailbox')
    expect(body).toContain(`<a href="https://fleet.example/reset_password?reset_password_token=${token}">`)
  })

  it('never mails a link to a host that the request merely claims', async () => {
    const user = await server.build.user(fleet)
    for (const headers of [
      { 'x-forwarded-host': 'evil.example' },
      { 'x-forwarded-host': 'boreal.evil.example' },
      { 'x-forwarded-host': 'evil.fleet.example' },
    ])
      await requestResetLink(browser(nextIp(), headers), user.email)
    const mails = await mailsTo(user.email)
    expect(mails).toHaveLength(3)
    expect(JSON.stringify(mails)).not.toContain('evil')
  })

  it('reports an unknown address in the words of the specification, after the captcha (ACC-101)', async () => {
    const response = await requestResetLink(browser(), 'nobody.at.all@example.com')
    expect(response).toMatchObject({
      status: 404,
      body: {
        code: 'no_account',
        alertMessage: 'There is no account associated with that e-mail address',
      },
    })
    const inactive = await server.build.user(fleet, { isActive: false })
    expect(codeOf(await requestResetLink(browser(), inactive.email))).toEqual([404, 'no_account'])
    expect(await mailsTo(inactive.email)).toEqual([])
  })

  it('requires a captcha after three requests of a network, and reveals no address before it is solved (ruling 6)', async () => {
    const from = browser()
    const [first, second, third] = [
      await server.build.user(fleet),
      await server.build.user(fleet),
      await server.build.user(fleet),
    ]
    expect((await from.post(PATH, { email: first.email })).status).toBe(200)
    expect(codeOf(await from.post(PATH, { email: 'unknown@example.com' }))).toEqual([404, 'no_account'])
    expect((await from.post(PATH, { email: second.email })).status).toBe(200)
    for (const email of [third.email, 'stranger@example.com'])
      for (const rest of [{}, { captcha_token: 'made up' }])
        expect(codeOf(await from.post(PATH, { email, ...rest }))).toEqual([403, 'captcha_required'])
    expect(await mailsTo(third.email)).toEqual([])
    expect((await requestResetLink(from, third.email)).status).toBe(200)
    expect((await browser().post(PATH, { email: third.email })).status).toBe(200)
  })

  it('answers three of a hundred simultaneous requests of a network without a captcha', async () => {
    const from = browser()
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, i) => from.post(PATH, { email: `burst${i}@example.com` })),
    )
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(3)
    expect(responses.filter(({ body }) => body.code === 'captcha_required')).toHaveLength(97)
  })

  it('accepts each captcha solution once, even when it is sent a hundred times at once', async () => {
    const from = browser()
    const captcha_token = await solveCaptcha(from)
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, i) => from.post(PATH, { email: `row${i}@example.com`, captcha_token })),
    )
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(1)
    expect(responses.filter(({ body }) => body.code === 'captcha_required')).toHaveLength(99)
  })

  it('reveals five unknown addresses an hour to one IP address, however many are tried at once', async () => {
    const from = browser()
    // One solution of the highest level is valid for all of them.
    const port = altchaCaptcha(secretOf(server.db, 'captcha'), { cost: 1, keys: 1 })
    const tokens = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const body = await port.question(CAPTCHA_LEVEL_MAX)
        return solveCaptcha({ get: async () => ({ body }) as ApiResponse })
      }),
    )
    const responses = await Promise.all(
      tokens.map((captcha_token, i) => from.post(PATH, { email: `stranger${i}@example.com`, captcha_token })),
    )
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(5)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(7)
    // From then on, known and unknown addresses get the same response, and no email is sent.
    const user = await server.build.user(fleet)
    for (const email of [user.email, 'stranger99@example.com'])
      expect((await requestResetLink(from, email)).status).toBe(429)
    expect(await mailsTo(user.email)).toEqual([])
    expect((await requestResetLink(browser(), user.email)).status).toBe(200)
  })

  it('doubles the captcha work each time an address is revealed, whatever was fetched before', async () => {
    const from = browser()
    const early = await solveCaptcha(from)
    for (let i = 0; i < 3; i++) {
      const { body } = await from.get('/captcha')
      expect(body.challenge.parameters.data.level).toBe(i)
      expect((await requestResetLink(from, `cost${i}@example.com`)).status).toBe(404)
    }
    const late = await from.post(PATH, { email: 'cost9@example.com', captcha_token: early })
    expect(codeOf(late)).toEqual([403, 'captcha_required'])
    // Other users get no harder captcha.
    expect((await browser().get('/captcha')).body.challenge.parameters.data.level).toBe(0)
  })

  it('does not count requests for existing addresses: several users of one office may forget their passwords', async () => {
    const from = browser()
    for (let i = 0; i < 8; i++)
      expect((await requestResetLink(from, (await server.build.user(fleet)).email)).status).toBe(200)
    expect((await from.get('/captcha')).body.challenge.parameters.data.level).toBe(0)
  })

  it('does not block a network in which one user asks again and again', async () => {
    const from = browser()
    const { email } = await server.build.user(fleet)
    for (let i = 0; i < 3; i++) expect((await requestResetLink(browser(), email)).status).toBe(200)
    for (let i = 0; i < 5; i++) expect((await requestResetLink(from, email)).status).toBe(429)
    expect((await requestResetLink(from, (await server.build.user(fleet)).email)).status).toBe(200)
  })

  it('takes the same time whether or not the address exists', async () => {
    const timed = async (email: string) => {
      const from = browser()
      const captcha_token = await solveCaptcha(from)
      const begun = performance.now()
      await from.post(PATH, { email, captcha_token })
      return performance.now() - begun
    }
    for (const email of [(await server.build.user(fleet)).email, 'nobody.here@example.com'])
      expect(await timed(email)).toBeGreaterThanOrEqual(295)
  })

  it('accepts at most three requests an hour, whether or not the address exists', async () => {
    const user = await server.build.user(fleet)
    for (const email of [user.email, 'often.asked@example.com']) {
      const responses = await Promise.all(Array.from({ length: 9 }, () => requestResetLink(browser(), email)))
      const refused = responses.filter(({ status }) => status === 429)
      expect(refused).toHaveLength(6)
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(await mailsTo(user.email)).toHaveLength(3)
  })
})

describe('a mailed link', () => {
  it('sets the password once, and ends all sessions and remembered devices (ACC-104, ACC-105, rulings 4 and 5)', async () => {
    const user = await server.build.user(fleet)
    const devices = [await server.as(user), await server.as(user)]
    const stranger = await server.as(await server.build.user(fleet))
    const first = await signIn(user.email, PASSWORD)
    expect(first.headers.getSetCookie().join()).toContain('device_token=')
    const resetToken = await linkFor(user.email)
    const done = await browser().put(PATH, { ...both(NEW), resetToken })
    expect(done).toMatchObject({ status: 200, body: { alertMessage: 'Your password has been reset' } })

    for (const device of devices) expect((await device.get('/customers/me')).status).toBe(401)
    expect((await stranger.get('/customers/me')).status).toBe(200)
    expect(await server.db.query(sql`select 1 from devices where user_id = ${user.id}`)).toEqual([])
    expect(codeOf(await signIn(user.email, PASSWORD))).toEqual([401, 'invalid_credentials'])
    expect((await signIn(user.email, NEW)).status).toBe(200)
    expect((await mailsTo(user.email))[0]?.subject).toBe('Your Wheelbook password was changed')

    const again = await browser().put(PATH, { ...both('another of my own'), resetToken })
    expect(codeOf(again)).toEqual([410, 'reset_link_invalid'])
    expect((await signIn(user.email, NEW)).status).toBe(200)
  })

  it('succeeds again with the same password, because the response may have been lost', async () => {
    const user = await server.build.user(fleet)
    const resetToken = await linkFor(user.email)
    const ip = nextIp()
    // More than the failures that are allowed: a repeated request counts as none.
    for (let i = 0; i < 32; i++)
      expect((await browser(ip).put(PATH, { ...both(NEW), resetToken })).status).toBe(200)
    expect(await mailsTo(user.email)).toHaveLength(2)
    await server.db.query(
      sql`update password_resets set expires_at = now() - interval '1 second' where user_id = ${user.id}`,
    )
    const late = await browser().put(PATH, { ...both(NEW), resetToken })
    expect(codeOf(late)).toEqual([410, 'reset_link_invalid'])
  })

  it('is not stored under the hash that servers of an earlier version look up', async () => {
    const user = await server.build.user(fleet)
    const resetToken = await linkFor(user.email)
    expect((await browser().put(PATH, { ...both(NEW), resetToken })).status).toBe(200)
    const stored = sql`select token_hash from password_resets where user_id = ${user.id}`
    const rows = await server.db.query<{ token_hash: Buffer }>(stored)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.token_hash.equals(hashToken(resetToken))).toBe(false)
  })

  it('ends the lockout of one-time passwords, which its user now needs on every device', async () => {
    const { id } = await server.build.fleet({ flags: { multifactor_authentication: true } })
    const user = await server.build.user({ id })
    for (const [bucket, seconds] of [
      ['otp', 3600],
      ['otp-day', 86_400],
      ['otp-guess', 86_400],
    ] as const)
      await server.db.query(sql`insert into attempts (bucket, window_start, count) values (${`${bucket}:${user.id}`},
        to_timestamp(floor(extract(epoch from now()) / ${seconds}::int) * ${seconds}::int), 20)`)
    await server.db.query(
      sql`insert into sign_in_lockouts (subject, user_id, network, mail_due) values (${`code:${user.id}`}, ${user.id}, '10.0.0.1', false)`,
    )
    const send = (password: string) => browser().post('/sessions/send_otp', { email: user.email, password })
    expect(codeOf(await send(PASSWORD))).toEqual([429, 'too_many_codes'])
    const resetToken = await linkFor(user.email)
    expect((await browser().put(PATH, { ...both(NEW), resetToken })).status).toBe(200)
    expect((await send(NEW)).status).toBe(200)
    const wrong = await browser().post('/sessions', { email: user.email, password: NEW, otp: '000000' })
    expect(codeOf(wrong)).toEqual([401, 'otp_invalid'])
    const left = await server.db.query(
      sql`select from sign_in_lockouts where subject = ${`code:${user.id}`} and failed_at > now() - interval '1 hour'`,
    )
    expect(left).toEqual([])
  })

  it('works for one of ten concurrent uses; two links of one user never block each other', async () => {
    const user = await server.build.user(fleet)
    const [one, two] = [await linkFor(user.email), await linkFor(user.email)]
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        browser().put(PATH, { ...both(`${NEW} ${i}`), resetToken: i % 2 ? one : two }),
      ),
    )
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array<number>(9).fill(410)])
    const winner = responses.findIndex(({ status }) => status === 200)
    expect((await signIn(user.email, `${NEW} ${winner}`)).status).toBe(200)
  })

  it('expires after half an hour, with its user, and with any password change', async () => {
    const late = await server.build.user(fleet)
    const expired = await linkFor(late.email)
    await server.db.query(
      sql`update password_resets set expires_at = expires_at - interval '30 minutes' where user_id = ${late.id}`,
    )
    const off = await server.build.user(fleet)
    const switchedOff = await linkFor(off.email)
    await server.db.query(sql`update users set is_active = false where id = ${off.id}`)
    const busy = await server.build.user(fleet)
    const overtaken = await linkFor(busy.email)
    const changed = await (await server.as(busy)).put('/customers/update_password', {
      currentPassword: PASSWORD,
      ...both(NEW),
    })
    expect(changed.status).toBe(200)
    for (const resetToken of [expired, switchedOff, overtaken, newToken()])
      expect(codeOf(await browser().put(PATH, { ...both(NEW), resetToken }))).toEqual([
        410,
        'reset_link_invalid',
      ])
    expect((await signIn(late.email, PASSWORD)).status).toBe(200)
  })

  it('is stored in a form that opens nothing (S-7)', async () => {
    const user = await server.build.user(fleet)
    const token = await linkFor(user.email)
    const rows = await server.db.query(
      sql`select encode(token_hash, 'escape') as hash, r.* from password_resets r`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it.each([
    ['too short', both('12ab!'), { newPassword: ['password_short'] }],
    ['too long', both('x'.repeat(257)), { newPassword: ['password'] }],
    ['half a character', both('good enough \ud800'), { newPassword: ['password'] }],
    ['common', both('Passw0rd1'), { newPassword: ['password_common'] }],
    ['the own name', both('Ada2026!'), { newPassword: ['password_name'] }],
    [
      'not confirmed',
      { newPassword: NEW, newPasswordConfirmation: `${NEW}.` },
      { newPasswordConfirmation: ['password_mismatch'] },
    ],
  ])('stays valid after a rejected password: %s', async (_why, given, fields) => {
    // ACC-103, ruling 9
    const user = await server.build.user(fleet)
    const resetToken = await linkFor(user.email)
    const refused = await browser().put(PATH, { ...given, resetToken })
    expect(refused.status).toBe(422)
    expect(refused.body.fields).toMatchObject(fields)
    expect((await browser().put(PATH, { ...both('пароль из слов 🚚'), resetToken })).status).toBe(200)
    expect((await signIn(user.email, 'пароль из слов 🚚')).status).toBe(200)
  })

  it('allows at most thirty guesses from one network', async () => {
    const ip = nextIp()
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => browser(ip).put(PATH, { ...both(NEW), resetToken: newToken() })),
    )
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10)
  })
})

describe('changing the password', () => {
  const change = (body: object) => ({ currentPassword: PASSWORD, ...body })

  it('keeps this session and ends all others, with the remembered devices (ACC-111, ACC-112, rulings 4 and 5)', async () => {
    const user = await server.build.user(fleet)
    const [here, there] = [await server.as(user), await server.as(user)]
    const done = await here.put('/customers/update_password', change(both(NEW)))
    expect(done).toMatchObject({ status: 200, body: { alertMessage: 'Password changed' } })
    expect((await here.get('/customers/me')).status).toBe(200)
    expect((await there.get('/customers/me')).status).toBe(401)
    expect(codeOf(await signIn(user.email, PASSWORD))).toEqual([401, 'invalid_credentials'])
    expect((await signIn(user.email, NEW)).status).toBe(200)
    expect(await mailsTo(user.email)).toHaveLength(1)
  })

  it('requires the current one; a stolen session gets only ten attempts, however many come at once', async () => {
    const user = await server.build.user(fleet)
    const client = await server.as(user)
    const responses = await Promise.all(
      Array.from({ length: 25 }, (_, i) =>
        client.put('/customers/update_password', { currentPassword: `guess ${i}`, ...both(NEW) }),
      ),
    )
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(15)
    const wrong = responses.find(({ status }) => status === 422)
    expect(wrong?.body).toMatchObject({ code: 'validation', fields: { currentPassword: ['password_wrong'] } })
    expect((await client.put('/customers/update_password', change(both(NEW)))).status).toBe(429)
    expect((await signIn(user.email, PASSWORD)).status).toBe(200)
  })

  it('succeeds once when two come at once: the second one compared an outdated password', async () => {
    const user = await server.build.user(fleet)
    const client = await server.as(user)
    const responses = await Promise.all(
      ['first of two', 'second of two'].map((text) =>
        client.put('/customers/update_password', change(both(text))),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('succeeds when it is repeated because its response was lost, and changes nothing more', async () => {
    const user = await server.build.user(fleet)
    const client = await server.as(user)
    for (const _ of ['lost', 'repeated'])
      expect((await client.put('/customers/update_password', change(both(NEW)))).status).toBe(200)
    expect((await signIn(user.email, NEW)).status).toBe(200)
    expect(await mailsTo(user.email)).toHaveLength(1)
  })

  it('does not tell whether the new password is the current one, unless it has just been changed', async () => {
    const user = await server.build.user(fleet)
    const client = await server.as(user)
    const guessed = await client.put('/customers/update_password', {
      currentPassword: 'a wrong guess',
      ...both(PASSWORD),
    })
    expect(guessed.body).toMatchObject({ fields: { currentPassword: ['password_wrong'] } })
  })

  it('rejects a weak one and one that is not confirmed (ACC-110)', async () => {
    const client = await server.as(await server.build.user(fleet))
    const poor = await client.put('/customers/update_password', change(both('qwerty123')))
    expect(poor.body.fields).toEqual({ newPassword: ['password_common'] })
    const other = await client.put(
      '/customers/update_password',
      change({ newPassword: NEW, newPasswordConfirmation: 'x' }),
    )
    expect(other.body.fields).toEqual({ newPasswordConfirmation: ['password_mismatch'] })
  })

  it('does not count a rejected new password as a wrong current one', async () => {
    const client = await server.as(await server.build.user(fleet))
    for (let i = 0; i < 11; i++) {
      const poor = await client.put('/customers/update_password', change(both('qwerty123')))
      expect(poor.body.fields).toEqual({ newPassword: ['password_common'] })
    }
  })

  it('ends a sign-in that began with the old password', async () => {
    const user = await server.build.user(fleet)
    const client = await server.as(user)
    await Promise.all([
      ...Array.from({ length: 6 }, () => signIn(user.email, PASSWORD)),
      client.put('/customers/update_password', change(both(NEW))),
    ])
    const left = await server.db.query(sql`select 1 from sessions where user_id = ${user.id}`)
    expect(left).toHaveLength(1)
  })
})
