// The audit trail of sign-ins and the email at lockout (S-8, S-32).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { workers } from '#server/jobs/workers.ts'
import { SIGN_IN_FAILURES, SIGN_IN_TRAIL_KEEP_DAYS } from '#server/limits.ts'
import { hashToken, newToken } from '#server/modules/access/session/tokens.ts'
import { shortNetwork } from '#server/modules/access/sign-ins/short-network.ts'
import { untilWindowLasts } from '#tests/support/attempt-windows.ts'
import { PASSWORD } from '#tests/support/builders.ts'
import { requestResetLink } from '#tests/support/captcha.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: { id: number }
let plainFleet: { id: number }
beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: 1 } })
  fleet = await server.build.fleet()
  plainFleet = await server.build.fleet({ flags: { multifactor_authentication: false } })
})
afterAll(() => server.stop())
beforeEach(() => untilWindowLasts(20))

const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
let network = 0
const nextIp = () => `203.0.${++network}.7`
const browser = (cookie = '', ip = nextIp()) =>
  server.client({ 'x-forwarded-for': ip, 'user-agent': AGENT, ...(cookie ? { cookie } : {}) })
const cookiesOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
const newestMail = async (email: string) =>
  (
    await server.db.query<{ text: string }>(
      sql`select text from mails where recipient = ${email} order by created_at desc limit 1`,
    )
  )[0]?.text ?? ''
const codeFor = async (email: string) => /^\d{6}$/m.exec(await newestMail(email))?.[0] ?? 'none'

interface Row {
  act: string
  method: string | null
  reason: string | null
}
const rowsOf = (user: { id: number }) =>
  server.db.query<Row>(
    sql`select act, method, reason from sign_in_trail where user_id = ${user.id} order by at`,
  )
const actsOf = async (user: { id: number }) =>
  (await rowsOf(user)).map(({ act, method, reason }) => [act, method, reason].filter(Boolean).join(' '))
const countRows = async () =>
  (await server.db.query<{ n: number }>(sql`select count(*)::int as n from sign_in_trail`))[0]?.n ?? 0
const mail = { leavesServer: false, deliver: async () => {} }
const runJob = (name: 'lockout-notices' | 'clean-up') => workers({ ...server.services, mail })[name]({})
const lockoutMails = (email: string) =>
  server.db.query<{ text: string; html: string; subject: string }>(
    sql`select subject, text, html from mails where recipient = ${email} and text like '%/forgot_password%'`,
  )

describe('each event of an account writes a row', () => {
  it('from the code to the reset password, and none contains a secret', async () => {
    const user = await server.build.user(fleet)
    const { email } = user
    const credentials = { email, password: PASSWORD }
    await browser().post('/sessions', { email, password: 'Mistyped-Passw0rd' })
    await browser().post('/sessions/send_otp', credentials)
    const code = await codeFor(email)
    const wrongCode = code === '111111' ? '222222' : '111111'
    await browser().post('/sessions', { ...credentials, otp: wrongCode })
    const entered = await browser().post('/sessions', { ...credentials, otp: code, remember_me: true })
    const cookies = cookiesOf(entered.headers)
    await browser(cookies).delete('/shell_sessions')
    const again = await browser(cookies).post('/sessions', { ...credentials, remember_me: true })
    const here = browser(cookiesOf(again.headers))
    const changed = await here.put('/customers/update_password', {
      currentPassword: PASSWORD,
      newPassword: 'Quite-Another-77',
      newPasswordConfirmation: 'Quite-Another-77',
    })
    expect(changed.status).toBe(200)
    await requestResetLink(browser(), email)
    const token = /reset_password_token=([\w-]+)/.exec(await newestMail(email))?.[1] ?? ''
    const reset = await browser().put('/customers/reset_password', {
      newPassword: 'Yet-Another-778',
      newPasswordConfirmation: 'Yet-Another-778',
      resetToken: token,
    })
    expect(reset.status).toBe(200)
    expect(await actsOf(user)).toEqual([
      'sign_in_failed password wrong_password',
      'code_sent',
      'sign_in_failed code wrong_code',
      'signed_in code',
      'device_remembered',
      'signed_out',
      'signed_in device',
      'password_changed',
      'reset_requested',
      'password_reset',
    ])
    const [all] = await server.db.query<{ text: string }>(
      sql`select string_agg(row_to_json(t)::text, ' ') as text from sign_in_trail t where user_id = ${user.id}`,
    )
    const secrets = ['Mistyped-Passw0rd', PASSWORD, 'Quite-Another-77', 'Yet-Another-778', token, email]
    for (const secret of secrets) expect(all?.text).not.toContain(secret)
    // Digits alone could be part of an id, so compare whole values with a code.
    for (const digits of [code, wrongCode]) expect(all?.text).not.toContain(`"${digits}"`)
    for (const cookie of cookies.split('; '))
      if (cookie.includes('_token=')) expect(all?.text).not.toContain(cookie.split('=')[1])
  })

  it('for a session ended from another device, a sign-in key, and a deactivated user', async () => {
    const user = await server.build.user(plainFleet)
    const credentials = { email: user.email, password: PASSWORD }
    const here = browser(cookiesOf((await browser().post('/sessions', credentials)).headers))
    await browser().post('/sessions', { ...credentials, remember_me: true })
    expect((await here.delete('/sessions')).body).toEqual({ ended: 1 })
    const key = newToken()
    await server.db.query(sql`insert into sign_in_keys (token_hash, user_id, partner, expires_at)
      values (${hashToken(key)}, ${user.id}, 'tracks', now() + interval '1 minute')`)
    expect((await browser().post('/sessions', { key })).status).toBe(200)
    await server.db.query(sql`update users set is_active = false where id = ${user.id}`)
    expect((await browser().post('/sessions', credentials)).body.code).toBe('invalid_credentials')
    expect((await actsOf(user)).filter((act) => act !== 'device_remembered')).toEqual([
      'signed_in password',
      'signed_in password',
      'session_ended',
      'device_revoked',
      'signed_in key',
      'sign_in_failed password deactivated',
    ])
  })

  it('stores only a keyed hash of an address without an account', async () => {
    const email = 'nobody.here@trail.example'
    for (const typed of [email, email.toUpperCase()])
      await browser().post('/sessions', { email: typed, password: 'Whatever-12345' })
    const rows = await server.db.query<{ text: string; hash: Buffer }>(
      sql`select row_to_json(t)::text as text, address_hash as hash from sign_in_trail t where reason = 'unknown_address'`,
    )
    expect(rows).toHaveLength(2)
    expect(rows[0]?.hash).toEqual(rows[1]?.hash)
    expect(rows[0]?.hash).not.toEqual(hashToken(email))
    expect(rows.map(({ text }) => text.toLowerCase()).join()).not.toContain('nobody.here')
  })
})

describe('a lockout', () => {
  const fail = (email: string, ip?: string) =>
    browser('', ip).post('/sessions', { email, password: 'Wrong-Passw0rd' })

  it('writes one row for 200 refused attempts, and sends one email', async () => {
    const user = await server.build.user(fleet)
    for (let i = 0; i < SIGN_IN_FAILURES; i++) await fail(user.email)
    const before = await countRows()
    const responses = await Promise.all(Array.from({ length: 200 }, () => fail(user.email)))
    expect(responses.every(({ status }) => status === 429 || status === 503)).toBe(true)
    expect(await countRows()).toBe(before)
    expect((await actsOf(user)).filter((act) => act.startsWith('locked_out'))).toEqual([
      'locked_out password too_many',
    ])
    await runJob('lockout-notices')
    // After the wait, one more guess is compared. It belongs to the same lockout.
    await server.db.query(sql`update sign_in_tries set failed_at = now() - interval '20 minutes'`)
    expect((await fail(user.email)).status).toBe(401)
    expect((await actsOf(user)).filter((act) => act.startsWith('locked_out'))).toHaveLength(1)
    await runJob('lockout-notices')
    const mails = await lockoutMails(user.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toMatch(/203\.0\.\d+\.…/)
    expect(mails[0]?.text).toContain('Devices that remember you still work')
    expect(mails[0]?.html).toContain('<h1')
  })

  it('notifies its owner once a day, in their language, however many lockouts there are', async () => {
    const user = await server.build.user(fleet, { language: 'fr' })
    const lockouts = async () => (await actsOf(user)).filter((act) => act.startsWith('locked_out')).length
    const lockAgain = async () => {
      await server.db.query(
        sql`update sign_in_lockouts set failed_at = now() - interval '2 hours' where user_id = ${user.id}`,
      )
      await server.db.query(sql`update sign_in_tries set failed_at = now() - interval '20 minutes'`)
      await fail(user.email)
      await runJob('lockout-notices')
    }
    for (let i = 0; i < SIGN_IN_FAILURES; i++) await fail(user.email)
    await runJob('lockout-notices')
    await lockAgain()
    expect(await lockouts()).toBe(2)
    const [mail, ...more] = await lockoutMails(user.email)
    expect(more).toEqual([])
    expect(mail?.text).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M H[NA]E$/m)
    await server.db.query(
      sql`update sign_in_lockouts set mailed_at = now() - interval '25 hours' where user_id = ${user.id}`,
    )
    await lockAgain()
    const mails = await lockoutMails(user.email)
    expect(mails).toHaveLength(2)
    expect(mails[0]?.subject).toContain('Trop de tentatives de connexion')
  })

  it('of an address without an account is recorded, and no email is sent', async () => {
    const email = 'not.a.user@trail.example'
    for (let i = 0; i < SIGN_IN_FAILURES; i++) await fail(email)
    await runJob('lockout-notices')
    expect(await lockoutMails(email)).toEqual([])
    const [row] = await server.db.query<{ n: number }>(
      sql`select count(*)::int as n from sign_in_trail where act = 'locked_out' and address_hash is not null`,
    )
    expect(row?.n).toBe(1)
  })

  it('of one network that tries many accounts writes one row', async () => {
    const ip = '198.51.100.9'
    for (let i = 0; i < SIGN_IN_FAILURES + 5; i++) await fail(`spread${i}@trail.example`, ip)
    const rows = await server.db.query<Row & { address_hash: Buffer | null }>(
      sql`select act, address_hash from sign_in_trail where network = ${ip} order by at`,
    )
    expect(rows).toHaveLength(SIGN_IN_FAILURES + 1)
    expect(rows.at(-1)).toEqual({ act: 'locked_out', address_hash: null })
  })

  it('of the day’s one-time passwords notifies its owner that someone has the password', async () => {
    const user = await server.build.user(fleet)
    const credentials = { email: user.email, password: PASSWORD }
    await browser().post('/sessions/send_otp', credentials)
    // 19 of the day's 20 guesses are used.
    await server.db.query(sql`insert into attempts (bucket, window_start, count)
      values (${`otp-guess:${user.id}`}, to_timestamp(floor(extract(epoch from now()) / 86400) * 86400), 19)`)
    const otp = (await codeFor(user.email)) === '111111' ? '222222' : '111111'
    for (let i = 0; i < 4; i++) await browser().post('/sessions', { ...credentials, otp })
    expect((await actsOf(user)).slice(-2)).toEqual([
      'sign_in_failed code wrong_code',
      'locked_out code too_many',
    ])
    await runJob('lockout-notices')
    const mails = await lockoutMails(user.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('someone knows your password')
  })
})

describe('the rows', () => {
  it('cannot be changed, deleted or truncated, and are pruned by the cleanup after 400 days', async () => {
    for (const attempt of [
      sql`update sign_in_trail set act = 'signed_in'`,
      sql`delete from sign_in_trail`,
      sql`truncate sign_in_trail`,
    ])
      await expect(server.db.query(attempt)).rejects.toThrow(/only added to|kept for 400 days/)
    for (const days of [SIGN_IN_TRAIL_KEEP_DAYS - 1, SIGN_IN_TRAIL_KEEP_DAYS + 1])
      await server.db.query(sql`insert into sign_in_trail (at, act, network, form, request_id)
        values (now() - make_interval(days => ${days}), 'signed_in', 'old', 'unknown', ${String(days)})`)
    const before = await countRows()
    await runJob('clean-up')
    expect(await countRows()).toBe(before - 1)
    const left = await server.db.query(sql`select request_id from sign_in_trail where network = 'old'`)
    expect(left).toEqual([{ request_id: String(SIGN_IN_TRAIL_KEEP_DAYS - 1) }])
  })

  it('are visible only to their own user, the newest 20, with shortened networks', async () => {
    const [user, other] = [await server.build.user(plainFleet), await server.build.user(plainFleet)]
    const ip = nextIp()
    await browser('', ip).post('/sessions', { email: user.email, password: 'Wrong-Passw0rd' })
    const signedIn = await browser('', ip).post('/sessions', { email: user.email, password: PASSWORD })
    const mine = browser(cookiesOf(signedIn.headers))
    const { body } = await mine.get('/sign_ins')
    expect(body.sign_ins).toMatchObject([
      { outcome: 'signed_in', method: 'password', reason: null, browser: 'Chrome', system: 'Windows' },
      { outcome: 'sign_in_failed', method: 'password', reason: 'wrong_password' },
    ])
    expect(body.sign_ins[0].network).toBe(ip.replace(/\.7$/, '.…'))
    expect((await (await server.as(other)).get('/sign_ins')).body).toEqual({ sign_ins: [] })
    for (let i = 0; i < 25; i++)
      await server.db.query(sql`insert into sign_in_trail (act, user_id, network, form, request_id)
        values ('signed_in', ${user.id}, '203.0.113.7', 'unknown', 'x')`)
    expect((await mine.get('/sign_ins')).body.sign_ins).toHaveLength(20)
  })

  it('show the prefix of a network', () => {
    expect(shortNetwork('203.0.113.7')).toBe('203.0.113.…')
    expect(shortNetwork('2001:db8:1:2::/64')).toBe('2001:db8:1:…')
  })
})
