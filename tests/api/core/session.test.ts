// Sign-in, one-time passwords, remembered devices, sessions (rulings 4 to 6).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { hashToken } from '#server/modules/access/session/tokens.ts'
import { deleteExpiredRows } from '#server/retention/delete-expired.ts'
import { untilWindowLasts } from '#tests/support/attempt-windows.ts'
import { PASSWORD } from '#tests/support/builders.ts'
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
// Counted attempts must fall into one window.
beforeEach(() => untilWindowLasts(20))

let network = 0
/** A browser in a different network each time, so that no test is slowed by the failures of another. */
const browser = (cookie = '') =>
  server.client({
    'x-forwarded-for': `10.${Math.floor(++network / 250)}.${network % 250}.1`,
    'sec-fetch-site': 'same-origin',
    ...(cookie ? { cookie } : {}),
  })
const credentials = (user: { email: string }) => ({ email: user.email, password: PASSWORD })
const cookiesOf = (response: ApiResponse) =>
  Object.fromEntries(response.headers.getSetCookie().map((line) => [line.slice(0, line.indexOf('=')), line]))
const pairOf = (line = '') => line.slice(0, line.indexOf(';'))

async function newestCode(email: string): Promise<string> {
  const [mail] = await server.db.query<{ text: string }>(
    sql`select text from mails where recipient = ${email} order by created_at desc limit 1`,
  )
  return /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? 'none'
}
const wrongFor = (code: string) => (code === '111111' ? '222222' : '111111')

/** Signs in with a one-time password; `remember_me` as given. */
async function signIn(user: { email: string }, rest: object = {}) {
  const client = browser()
  await client.post('/sessions/send_otp', credentials(user))
  return client.post('/sessions', { ...credentials(user), otp: await newestCode(user.email), ...rest })
}

describe('sign-in', () => {
  it('requests a one-time password, emails it, and signs in with it (ACC-055, ACC-066)', async () => {
    const user = await server.build.user(fleet)
    const client = browser()
    const response = await client.post('/sessions', credentials(user))
    expect(response).toMatchObject({ status: 200, body: { otp_required: true } })
    expect(response.headers.getSetCookie()).toEqual([])

    const sent = await client.post('/sessions/send_otp', credentials(user))
    expect(sent.body).toEqual({
      otp_required: true,
      alertType: 'success',
      alertMessage: 'OTP sent successfully',
    })
    const code = await newestCode(user.email)
    const done = await client.post('/sessions', { ...credentials(user), otp: code })
    expect(done.body).toMatchObject({ otp_required: false, user: { id: user.id, fleet_id: fleet.id } })
    expect(done.body.authentication_token).toBeUndefined()
  })

  it('reports it in words when the code is sent again, in the language of the form (ACC-067, ACC-068)', async () => {
    const user = await server.build.user(fleet)
    const again = await browser().post('/sessions/send_otp', { ...credentials(user), is_resend_otp: true })
    expect(again.body.alertMessage).toBe('OTP resend successfully')
    const french = await browser().post('/sessions/send_otp', { ...credentials(user), language: 'fr' })
    expect(french.body.alertMessage).toBe('Le code a été envoyé')
  })

  it('sets the cookies of the specification; no script can read the token (ACC-069, ACC-070, ruling 4)', async () => {
    const user = await server.build.user(fleet)
    const cookies = cookiesOf(await signIn(user))
    expect(cookies.authentication_token).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(cookies.device_token).toMatch(/; Max-Age=15724800;.*; HttpOnly/)
    expect(cookies.current_user_email).toBe(
      `current_user_email=${encodeURIComponent(user.email)}; Max-Age=15724800; Path=/; SameSite=Lax`,
    )
    expect(pairOf(cookies.current_account_id)).toBe(`current_account_id=${user.id}`)
    expect(pairOf(cookies.current_fleet_id)).toBe(`current_fleet_id=${fleet.id}`)
  })

  it('without "remember me" leaves nothing that outlives the browser, and twelve hours on the server', async () => {
    const user = await server.build.user(fleet)
    const cookies = cookiesOf(await signIn(user, { remember_me: false }))
    expect(Object.values(cookies).join()).not.toContain('Max-Age')
    expect(cookies.device_token).toBeUndefined()
    const [row] = await server.db.query<{ hours: number }>(
      sql`select round(extract(epoch from expires_at - now()) / 3600)::int as hours from sessions where user_id = ${user.id}`,
    )
    expect(row?.hours).toBe(12)
  })

  it('marks its cookies Secure if the page is on https', async () => {
    const user = await server.build.user(fleet)
    const client = server.client({ 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.200.1.1' })
    await client.post('/sessions/send_otp', credentials(user))
    const done = await client.post('/sessions', { ...credentials(user), otp: await newestCode(user.email) })
    expect(cookiesOf(done)['__Host-authentication_token']).toContain('; Secure')
    expect(done.headers.get('strict-transport-security')).toContain('max-age=31536000')
  })

  it('returns the token itself only to a client that is no browser (API-002)', async () => {
    const user = await server.build.user(fleet)
    const script = server.client({ 'x-forwarded-for': '10.201.1.1' })
    await script.post('/sessions/send_otp', credentials(user))
    const done = await script.post('/sessions', { ...credentials(user), otp: await newestCode(user.email) })
    const bearer = server.client({ authorization: `Bearer ${done.body.authentication_token}` })
    expect((await bearer.get('/customers/me')).body.id).toBe(user.id)
  })

  it('refuses a wrong password and an unknown address with the same response (ACC-052, ACC-053)', async () => {
    const user = await server.build.user(fleet)
    const wrong = await browser().post('/sessions', { email: user.email, password: 'wrong' })
    const unknown = await browser().post('/sessions', { email: 'nobody@example.com', password: 'wrong' })
    const inactive = await server.build.user(fleet, { isActive: false })
    const off = await browser().post('/sessions', credentials(inactive))
    for (const response of [wrong, unknown, off]) {
      const { request_id, ...body } = response.body
      expect({ status: response.status, body }).toEqual({
        status: 401,
        body: {
          type: '/problems/invalid_credentials',
          title: 'Invalid email or password',
          status: 401,
          code: 'invalid_credentials',
          errors: ['Invalid email or password'],
          alertType: 'error',
          alertMessage: 'Invalid email or password',
        },
      })
      expect(request_id).toBeTruthy()
    }
    expect(
      (await browser().post('/sessions/send_otp', { email: 'nobody@example.com', password: 'x' })).status,
    ).toBe(401)
  })

  it('finds the address in any letter case', async () => {
    const user = await server.build.user(fleet, { email: 'Mixed.Case@Example.com' })
    const response = await browser().post('/sessions', {
      email: ' mixed.case@EXAMPLE.com ',
      password: PASSWORD,
    })
    expect(response.body).toEqual({ otp_required: true })
    expect(user.id).toBeGreaterThan(0)
  })

  it('fails for an account without a fleet, before any code is sent (ACC-051)', async () => {
    const user = await server.build.user(null)
    for (const path of ['/sessions', '/sessions/send_otp']) {
      const response = await browser().post(path, credentials(user))
      expect(response).toMatchObject({
        status: 403,
        body: { code: 'not_a_fleet_customer', alertMessage: 'This account does not belong to a fleet' },
      })
    }
    expect(await newestCode(user.email)).toBe('none')
  })

  it('skips the code if the flag is off (ACC-054)', async () => {
    const plain = await server.build.fleet({ flags: { multifactor_authentication: false } })
    const user = await server.build.user(plain)
    const client = browser()
    expect((await client.post('/sessions/send_otp', credentials(user))).body.otp_required).toBe(false)
    expect((await client.post('/sessions', credentials(user))).body.otp_required).toBe(false)
  })

  it('stores no password, token or code in a usable form (S-7)', async () => {
    const user = await server.build.user(fleet)
    const token = pairOf(cookiesOf(await signIn(user)).authentication_token).split('=')[1] ?? ''
    const dump = JSON.stringify([
      await server.db.query(sql`select * from sessions`),
      await server.db.query(sql`select * from devices`),
      await server.db.query(sql`select * from users`),
      await server.db.query(sql`select *, encode(code_hash, 'escape') as shown from otp_challenges`),
    ])
    expect(dump).toContain(JSON.stringify(hashToken(token)))
    for (const secret of [token, PASSWORD, await newestCode(user.email)])
      expect(dump).not.toContain(`"${secret}"`)
  })
})

describe('one-time password', () => {
  it('works once', async () => {
    const user = await server.build.user(fleet)
    await signIn(user)
    const code = await newestCode(user.email)
    const again = await browser().post('/sessions', { ...credentials(user), otp: code })
    expect(again).toMatchObject({ status: 401, body: { code: 'otp_invalid' } })
  })

  it('opens one session if the right code arrives twenty times at once', async () => {
    const user = await server.build.user(fleet)
    const client = browser()
    await client.post('/sessions/send_otp', credentials(user))
    const otp = await newestCode(user.email)
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => browser().post('/sessions', { ...credentials(user), otp })),
    )
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
  })

  it('is used up after five wrong attempts, however many come at once; a new one works', async () => {
    const user = await server.build.user(fleet)
    await browser().post('/sessions/send_otp', credentials(user))
    const otp = await newestCode(user.email)
    await Promise.all(
      Array.from({ length: 8 }, () =>
        browser().post('/sessions', { ...credentials(user), otp: wrongFor(otp) }),
      ),
    )
    const right = await browser().post('/sessions', { ...credentials(user), otp })
    expect(right).toMatchObject({ status: 401, body: { code: 'otp_used_up' } })
    expect((await signIn(user)).status).toBe(200)
  })

  it('expires after ten minutes, and when the next one is sent', async () => {
    const user = await server.build.user(fleet)
    await browser().post('/sessions/send_otp', credentials(user))
    const old = await newestCode(user.email)
    await server.db.query(
      sql`update otp_challenges set expires_at = now() - interval '1 second' where user_id = ${user.id}`,
    )
    expect((await browser().post('/sessions', { ...credentials(user), otp: old })).body.code).toBe(
      'otp_invalid',
    )
    await browser().post('/sessions/send_otp', credentials(user))
    const first = await newestCode(user.email)
    await browser().post('/sessions/send_otp', credentials(user))
    if (first !== (await newestCode(user.email))) {
      expect((await browser().post('/sessions', { ...credentials(user), otp: first })).body.code).toBe(
        'otp_invalid',
      )
    }
  })

  it('of another user opens nothing', async () => {
    const [ada, bob] = [await server.build.user(fleet), await server.build.user(fleet)]
    await browser().post('/sessions/send_otp', credentials(ada))
    const response = await browser().post('/sessions', {
      ...credentials(bob),
      otp: await newestCode(ada.email),
    })
    expect(response.status).toBe(401)
  })

  it('is sent at most five times an hour', async () => {
    const user = await server.build.user(fleet)
    for (let i = 0; i < 5; i++)
      expect((await browser().post('/sessions/send_otp', credentials(user))).status).toBe(200)
    const sixth = await browser().post('/sessions/send_otp', credentials(user))
    expect(sixth).toMatchObject({ status: 429, body: { code: 'too_many_codes' } })
    const wait = Number(sixth.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    // The message contains the time to wait, in whole minutes.
    const minutes = Math.ceil(wait / 60)
    if (minutes > 1)
      expect(sixth.body.alertMessage).toMatch(new RegExp(`try again in ${minutes} minutes\\.$`))
  })

  it('allows at most twenty wrong guesses a day, however many are sent; right ones do not count (S-8)', async () => {
    const user = await server.build.user(fleet)
    const guess = async (makeCode: (sent: string) => string) => {
      await browser().post('/sessions/send_otp', credentials(user))
      const otp = makeCode(await newestCode(user.email))
      const tries = Array.from({ length: 5 }, () =>
        browser().post('/sessions', { ...credentials(user), otp }, { 'sec-fetch-site': 'same-origin' }),
      )
      const codes = (await Promise.all(tries)).map(({ body }) => body.code)
      // Clears the limits of sending and of sign-in, which this test does not check.
      await server.db.query(sql`delete from attempts where bucket not like 'otp-guess:%'`)
      return codes.filter((code) => code === 'otp_invalid').length
    }
    expect((await signIn(user)).status).toBe(200)
    let compared = 0
    for (let i = 0; i < 6; i++) compared += await guess(wrongFor)
    expect(compared).toBe(20)
    expect((await signIn(user)).body.code).toBe('too_many')
  })

  it('must have six digits (ACC-063)', async () => {
    const user = await server.build.user(fleet)
    const response = await browser().post('/sessions', { ...credentials(user), otp: '12345' })
    expect(response).toMatchObject({ status: 422, body: { code: 'validation', fields: { otp: ['otp'] } } })
  })
})

describe('remembered device (ruling 5)', () => {
  it('needs no code, and its token changes with each use', async () => {
    const user = await server.build.user(fleet)
    const device = pairOf(cookiesOf(await signIn(user)).device_token)
    const known = browser(device)
    expect((await known.post('/sessions/send_otp', credentials(user))).body.otp_required).toBe(false)
    const done = await known.post('/sessions', credentials(user))
    expect(done.body.otp_required).toBe(false)
    expect(pairOf(cookiesOf(done).device_token)).not.toBe(device)
    expect((await known.post('/sessions', credentials(user))).body).toEqual({ otp_required: true })
  })

  it('is remembered for 182 days from its last one-time password, however often it is used', async () => {
    const user = await server.build.user(fleet)
    let device = pairOf(cookiesOf(await signIn(user)).device_token)
    const age = (days: number) =>
      server.db.query(sql`
        update devices set remembered_at = remembered_at - make_interval(days => ${days}),
          expires_at = expires_at - make_interval(days => ${days}) where user_id = ${user.id}`)
    for (let i = 0; i < 3; i++) {
      await age(60)
      const done = await browser(device).post('/sessions', credentials(user))
      expect(done.body.otp_required).toBe(false)
      device = pairOf(cookiesOf(done).device_token)
    }
    await age(3)
    expect((await browser(device).post('/sessions', credentials(user))).body).toEqual({ otp_required: true })
    // A code restarts the period.
    await browser(device).post('/sessions/send_otp', credentials(user))
    const again = await browser(device).post('/sessions', {
      ...credentials(user),
      otp: await newestCode(user.email),
    })
    expect(again.status).toBe(200)
    const [row] = await server.db.query<{ days: number }>(
      sql`select round(extract(epoch from max(expires_at) - now()) / 86400)::int as days from devices where user_id = ${user.id}`,
    )
    expect(row?.days).toBe(182)
  })

  it('belongs to its own user only; a cookie with an address proves nothing (ACC-057)', async () => {
    const [ada, bob] = [await server.build.user(fleet), await server.build.user(fleet)]
    const device = pairOf(cookiesOf(await signIn(ada)).device_token)
    expect((await browser(device).post('/sessions', credentials(bob))).body).toEqual({ otp_required: true })
    const forged = browser(`current_user_email=${encodeURIComponent(bob.email)}`)
    expect((await forged.post('/sessions', credentials(bob))).body).toEqual({ otp_required: true })
  })
})

describe('guessing (ruling 6, S-10)', () => {
  const guess = (email: string, ip: string, password = 'wrong') =>
    server.client({ 'x-forwarded-for': ip }).post('/sessions', { email, password })
  const withoutCodes = () => server.build.fleet({ flags: { multifactor_authentication: false } })
  const rowsOf = () =>
    server.db.query(sql`select account, source, failures, failed_at from sign_in_tries order by 1, 2`)
  const statusesOf = (responses: ApiResponse[]) => responses.map(({ status }) => status)
  const later = (seconds: number) =>
    server.db.query(sql`
      update sign_in_tries set failed_at = failed_at - make_interval(secs => ${seconds}),
        succeeded_at = succeeded_at - make_interval(secs => ${seconds})`)

  it('at one account is slowed after ten failures, from any network; then even the right password waits', async () => {
    const user = await server.build.user(await withoutCodes())
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, i) => guess(user.email, `11.${i}.1.1`)),
    )
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10)
    const refused = responses.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(20)
    expect(refused[0]?.body).toMatchObject({ code: 'too_many', retry_after: expect.any(Number) })
    expect((await guess(user.email, '11.90.1.1', PASSWORD)).status).toBe(429)
  })

  it('waits longer after each further failure: half a minute, one, two, a quarter of an hour at most', async () => {
    const user = await server.build.user(await withoutCodes())
    for (let i = 0; i < 10; i++) await guess(user.email, `15.${i}.1.1`)
    const waits: number[] = []
    for (let i = 0; i < 7; i++) {
      const wait = Number((await guess(user.email, `15.${20 + i}.1.1`)).body.retry_after)
      waits.push(Math.ceil(wait / 10) * 10)
      await later(wait)
      expect((await guess(user.email, `15.${40 + i}.1.1`)).status).toBe(401)
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900])
  })

  it('writes nothing if it is refused', async () => {
    const user = await server.build.user(await withoutCodes())
    for (let i = 0; i < 10; i++) await guess(user.email, '16.1.1.1')
    const before = await rowsOf()
    const counters = await server.db.query(sql`select * from attempts order by 1, 2`)
    const refused = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        guess(i % 2 ? user.email : `new${i}@example.com`, i % 2 ? `16.2.1.${i}` : '16.1.1.1'),
      ),
    )
    // The other accounts are refused because of the address. It failed ten times at one account only, of which three
    // count.
    expect(refused.filter((_, i) => i % 2).map(({ status }) => status)).toEqual(Array(10).fill(429))
    const after = (await rowsOf()).filter((row) =>
      before.some((old) => JSON.stringify(old) === JSON.stringify(row)),
    )
    expect(after).toEqual(before)
    expect(await server.db.query(sql`select 1 from sign_in_tries where source like '16.2.1.%'`)).toEqual([])
    expect(await server.db.query(sql`select * from attempts order by 1, 2`)).toEqual(counters)
  })

  it('at many accounts from one address is slowed too; neighboring addresses are not', async () => {
    const first = await Promise.all(
      Array.from({ length: 30 }, (_, i) => guess(`spray${i}@example.com`, '12.1.1.1')),
    )
    expect(first.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(first.filter(({ status }) => status === 429)).toHaveLength(20)
    for (const ip of ['12.1.1.2', '12.1.1.250'])
      expect((await guess('other@example.com', ip)).status).toBe(401)
  })

  it('counts addresses of one IPv6 connection (/64) as one, and not its neighbors', async () => {
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        guess(`six${i}@example.com`, `2001:db8:7:1::${(i + 1).toString(16)}`),
      ),
    )
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10)
    expect((await guess('six@example.com', '2001:db8:7:2::1')).status).toBe(401)
  })

  it('never counts a right password: twenty at once all pass', async () => {
    const user = await server.build.user(await withoutCodes())
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => guess(user.email, '14.1.1.1', PASSWORD)),
    )
    expect(statusesOf(responses)).toEqual(Array(20).fill(200))
    // Also right after nine failures.
    for (let i = 0; i < 9; i++) await guess(user.email, '14.1.1.2')
    const again = await Promise.all(Array.from({ length: 20 }, () => guess(user.email, '14.1.1.2', PASSWORD)))
    expect(statusesOf(again)).toEqual(Array(20).fill(200))
  })

  it('allows the start of a shift: 200 users behind one address, one in eight with a typing error or two', {
    timeout: 120_000,
  }, async () => {
    const shift = await withoutCodes()
    const people = await Promise.all(Array.from({ length: 200 }, () => server.build.user(shift)))
    const arrive = async ({ email }: { email: string }, i: number) => {
      const wrong = i % 8 === 0 ? 1 + (i % 16 === 0 ? 1 : 0) : 0
      for (let n = 0; n < wrong; n++) expect((await guess(email, '17.1.1.1', `wrong ${n}`)).status).toBe(401)
      expect((await guess(email, '17.1.1.1', PASSWORD)).status).toBe(200)
    }
    // In small groups, as users arrive.
    for (let i = 0; i < people.length; i += 5)
      await Promise.all(people.slice(i, i + 5).map((person, n) => arrive(person, i + n)))
  })

  it('one user who has forgotten a password does not lock out the others behind the address', async () => {
    const user = await server.build.user(await withoutCodes())
    const userWithoutCodes = await server.build.user(await withoutCodes())
    for (let i = 0; i < 12; i++) await guess(userWithoutCodes.email, '18.1.1.1')
    expect((await guess(user.email, '18.1.1.1', PASSWORD)).status).toBe(200)
  })

  it('locks no one out of a remembered device, neither by the account nor by the address', async () => {
    const user = await server.build.user(fleet)
    const device = pairOf(cookiesOf(await signIn(user)).device_token)
    for (let i = 0; i < 14; i++) await guess(user.email, `13.${i}.1.1`)
    for (let i = 0; i < 14; i++) await guess(`noise${i}@example.com`, '13.99.1.1')
    const here = server.client({
      cookie: device,
      'x-forwarded-for': '13.99.1.1',
      'sec-fetch-site': 'same-origin',
    })
    expect((await here.post('/sessions', credentials(user))).status).toBe(200)
  })

  it('on a remembered device is slowed as well: a thief of the device gets ten attempts', async () => {
    const user = await server.build.user(fleet)
    const device = pairOf(cookiesOf(await signIn(user)).device_token)
    const codes: number[] = []
    for (let i = 0; i < 12; i++)
      codes.push(
        (await browser(device).post('/sessions', { email: user.email, password: `guess ${i}` })).status,
      )
    expect(codes).toEqual([...Array(10).fill(401), 429, 429])
    // No one else is slowed by it.
    expect((await guess(user.email, '19.1.1.1')).status).toBe(401)
  })

  it('is reset for a user who sets a new password with the emailed link', async () => {
    const user = await server.build.user(await withoutCodes())
    for (let i = 0; i < 12; i++) await guess(user.email, `20.${i}.1.1`)
    await requestResetLink(browser(), user.email)
    const [mail] = await server.db.query<{ text: string }>(
      sql`select text from mails where recipient = ${user.email} order by created_at desc limit 1`,
    )
    const resetToken = /reset_password_token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
    const text = 'seven lemons on a truck'
    const set = { newPassword: text, newPasswordConfirmation: text, resetToken }
    expect((await browser().put('/customers/reset_password', set)).status).toBe(200)
    expect((await guess(user.email, '20.99.1.1', text)).status).toBe(200)
  })

  it('stores no address in clear text, and none for longer than two days', async () => {
    await guess('secret.address@example.com', '21.1.1.1')
    const dump = JSON.stringify(
      await server.db.query(sql`select encode(account, 'escape') as account, source from sign_in_tries`),
    )
    expect(dump).not.toContain('secret.address')
    await later(2 * 86_400 + 60)
    await deleteExpiredRows(server.db)
    expect(await rowsOf()).toEqual([])
  })
})

describe('the hourly clean-up', () => {
  it('deletes expired rows of every table in batches, and no others', async () => {
    const mail = (subject: string, days: number) =>
      sql`insert into mails (recipient, subject, text, created_at)
        select 'a@example.com', ${subject}, 'x', now() - make_interval(days => ${days}) from generate_series(1, 7)`
    await server.db.query(mail('expired', 32))
    await server.db.query(mail('current', 30))
    await deleteExpiredRows(server.db, 3)
    const left = await server.db.query(
      sql`select subject, count(*) from mails where recipient = 'a@example.com' group by subject`,
    )
    expect(left).toEqual([{ subject: 'current', count: 7 }])
  })
})

describe('session', () => {
  it('ends with sign-out on the server too; signing out without one succeeds (ACC-005)', async () => {
    const user = await server.build.user(fleet)
    const client = await server.as(user)
    const out = await client.delete('/shell_sessions')
    expect(out).toMatchObject({ status: 200, body: { success: true } })
    expect(cookiesOf(out).authentication_token).toContain('Max-Age=0')
    expect(await client.get('/customers/me')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    expect((await client.delete('/shell_sessions')).status).toBe(200)
    expect((await server.client().delete('/shell_sessions')).status).toBe(200)
  })

  it.each([
    ['none', ''],
    ['one that never was', 'authentication_token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    ['an empty one', 'authentication_token='],
    ['a broken one', 'authentication_token=%E0%A4%A'],
  ])('is refused with 401: %s', async (_, cookie) => {
    expect((await server.client({ cookie }).get('/customers/me')).status).toBe(401)
  })

  it('ends at its expiry, and when its user is deactivated', async () => {
    const user = await server.build.user(fleet)
    const client = await server.as(user)
    await server.db.query(sql`update users set is_active = false where id = ${user.id}`)
    expect((await client.get('/customers/me')).status).toBe(401)
    await server.db.query(sql`update users set is_active = true where id = ${user.id}`)
    await server.db.query(sql`update sessions set expires_at = now() where user_id = ${user.id}`)
    expect((await client.get('/customers/me')).status).toBe(401)
  })

  it('is extended by use: written every few minutes, with a new cookie (ruling 4)', async () => {
    const user = await server.build.user(fleet)
    const client = await server.as(user)
    expect((await client.get('/customers/me')).headers.getSetCookie()).toEqual([])
    await server.db.query(
      sql`update sessions set last_seen_at = now() - interval '6 minutes', expires_at = now() + interval '1 hour' where user_id = ${user.id}`,
    )
    expect(cookiesOf(await client.get('/customers/me')).authentication_token).toContain('Max-Age=2592000')
    const [row] = await server.db.query<{ days: number }>(
      sql`select round(extract(epoch from expires_at - now()) / 86400)::int as days from sessions where user_id = ${user.id}`,
    )
    expect(row?.days).toBe(30)
  })

  it('ends 180 days after it was opened, however much it is used', async () => {
    const user = await server.build.user(fleet)
    const client = await server.as(user)
    const age = (days: number) =>
      server.db.query(sql`
        update sessions set created_at = now() - make_interval(days => ${days}), last_seen_at = now() - interval '6 minutes',
          expires_at = now() + interval '1 day' where user_id = ${user.id}`)
    await age(170)
    expect((await client.get('/customers/me')).status).toBe(200)
    const [row] = await server.db.query<{ days: number }>(
      sql`select round(extract(epoch from expires_at - now()) / 86400)::int as days from sessions where user_id = ${user.id}`,
    )
    expect(row?.days).toBe(10)
    for (const days of [180, 400]) {
      await age(days)
      expect((await client.get('/customers/me')).status).toBe(401)
    }
  })

  it('on https has the name that no other subdomain can set, and ends under both names', async () => {
    const user = await server.build.user(
      await server.build.fleet({ flags: { multifactor_authentication: false } }),
    )
    const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.202.1.1' }
    const done = await server.client(https).post('/sessions', credentials(user))
    const cookies = cookiesOf(done)
    const session = cookies['__Host-authentication_token']
    expect(session).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(cookies['__Host-device_token']).toMatch(/; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(Object.keys(cookies)).not.toContain('authentication_token')

    const cookie = pairOf(session)
    expect((await server.client({ ...https, cookie }).get('/customers/me')).status).toBe(200)
    // Another subdomain can set only the plain name.
    const planted = cookie.replace('__Host-', '')
    expect((await server.client({ ...https, cookie: planted }).get('/customers/me')).status).toBe(401)
    const out = await server.client({ ...https, cookie }).delete('/shell_sessions')
    for (const name of ['__Host-authentication_token', 'authentication_token'])
      expect(cookiesOf(out)[name]).toContain('Max-Age=0')
    expect((await server.client({ ...https, cookie }).get('/customers/me')).status).toBe(401)
  })

  it('that was opened before the new name continues, and gets it with the next response', async () => {
    const user = await server.build.user(fleet)
    const token = await server.build.session(user)
    const cookie = `authentication_token=${token}`
    const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.202.1.2' }
    const first = await server.client({ ...https, cookie }).get('/customers/me')
    expect(first.status).toBe(200)
    expect(pairOf(cookiesOf(first)['__Host-authentication_token'])).toBe(`__Host-${cookie}`)
    expect(cookiesOf(first).authentication_token).toContain('Max-Age=0')
    const next = await server.client({ ...https, cookie: `__Host-${cookie}` }).get('/customers/me')
    expect([next.status, next.headers.getSetCookie()]).toEqual([200, []])
  })

  it('clears the browser cache when it ends, and never the queued entries in its storage', async () => {
    const client = await server.as(await server.build.user(fleet))
    expect((await client.delete('/shell_sessions')).headers.get('clear-site-data')).toBe('"cache"')
  })

  it('that a browser had before sign-in is invalid after it', async () => {
    const user = await server.build.user(
      await server.build.fleet({ flags: { multifactor_authentication: false } }),
    )
    const before = await server.build.session(user)
    const done = await browser(`authentication_token=${before}`).post('/sessions', credentials(user))
    expect(done.status).toBe(200)
    const old = server.client({ cookie: `authentication_token=${before}` })
    expect((await old.get('/customers/me')).status).toBe(401)
  })

  it('loses a role with the next request', async () => {
    const user = await server.build.user(fleet)
    const client = await server.as(user)
    await server.db.query(sql`update users set roles = '{Driver}' where id = ${user.id}`)
    expect((await client.get('/customers/me')).body.roles).toEqual(['Driver'])
  })
})

describe('account', () => {
  it('sets the user’s own language only (API-023)', async () => {
    const [ada, bob] = [await server.build.user(fleet), await server.build.user(fleet)]
    const client = await server.as(ada)
    expect((await client.put(`/customers/${ada.id}/language`, { language: 'fr' })).body.language).toBe('fr')
    expect((await client.put(`/customers/${bob.id}/language`, { id: ada.id, language: 'fr' })).status).toBe(
      404,
    )
    const [row] = await server.db.query<{ language: string }>(
      sql`select language from users where id = ${bob.id}`,
    )
    expect(row?.language).toBe('en')
  })

  it('answers in the language of the user', async () => {
    const user = await server.build.user(fleet, { language: 'fr' })
    const response = await (await server.as(user)).put(`/customers/999999/language`, { language: 'fr' })
    expect(response.body.alertMessage).toMatch(/Cet élément/)
  })

  it('shows the fleet in its own units (BRD-028)', async () => {
    const canada = await server.build.fleet({ country: 'CA' })
    const client = await server.as(await server.build.user(canada))
    expect((await client.get('/fleets/me')).body).toMatchObject({ country: 'CA', distance_unit: 'km' })
  })

  it("takes flags from the fleet's settings, otherwise its brand’s, otherwise the host's (BRD-047)", async () => {
    const own = await server.build.fleet({ flags: { telematics: false, captcha: true } })
    const client = await server.as(await server.build.user(own))
    expect((await client.get('/feature_flags')).body.flags).toMatchObject({
      telematics: 'off',
      captcha: 'on',
      glovebox: 'on',
      maintenance_schedules: 'on',
    })
    expect((await server.client().get('/feature_flags')).body.flags.multifactor_authentication).toBe('on')
  })
})
