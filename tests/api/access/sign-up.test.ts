// Self-service sign-up of a fleet (rulings 3, 6, 9, 18).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { SIGN_UP_WINDOW_MINUTES } from '#server/limits.ts'
import { countAttempts } from '#server/modules/access/session/attempts.ts'
import { customerIdOf } from '#server/modules/access/sign-up/sign-up-input.ts'
import { createVaultCleaner } from '#server/modules/money/payment-methods/vault-cleaner.ts'
import { untilWindowLasts } from '#tests/support/attempt-windows.ts'
import { solveCaptcha } from '#tests/support/captcha.ts'
import type { ApiResponse } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: 1, demo: true } })
})
afterAll(() => server.stop())
// Counted attempts must fall into one window.
beforeEach(() => untilWindowLasts(20))

const PATH = '/customers/fleet_signup'
const PASSWORD = 'seven lemons on a truck'
/** wayfare: no one-time password. boreal: Canadian. fuelpass: with a card. The test hosts set their flags. */
let network = 0
const nextIp = () => `10.9.${++network % 250}.1`
const browser = (host = 'localhost', ip = nextIp(), headers: Record<string, string> = {}) =>
  server.client({ 'x-forwarded-for': ip, 'x-forwarded-host': host, ...headers })
let count = 0
const anEmail = () => `founder${++count}-${randomUUID().slice(0, 6)}@example.com`
const aSignUp = (given: Record<string, unknown> = {}) => ({
  companyName: 'Northgate Couriers',
  carCount: 12,
  firstName: 'Ada',
  lastName: 'Person',
  email: anEmail(),
  phoneNumber: '6145550100',
  zipCode: '43215',
  password: PASSWORD,
  confirmPassword: PASSWORD,
  acceptedTermsAndConditions: true,
  fleet_payment_type: 'credit_card',
  ...given,
})
const codeOf = ({ status, body }: ApiResponse) => [status, body.code]

async function otpOf(email: string): Promise<string> {
  const [mail] = await server.db.query<{ text: string }>(
    sql`select text from mails where recipient = ${email} order by created_at desc limit 1`,
  )
  return /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? 'none'
}
/** Requests the code, reads it from the email, and signs up with it. */
async function signUp(
  input: ReturnType<typeof aSignUp>,
  host?: string,
  headers: Record<string, string> = {},
) {
  const client = browser(host, nextIp(), headers)
  await client.post(`${PATH}/send_otp`, { email: input.email })
  return client.post(PATH, { ...input, otp: await otpOf(String(input.email).toLowerCase()) })
}
const countOf = async (table: 'users' | 'fleets', email: string) => {
  const rows = await server.db.query(
    table === 'users'
      ? sql`select id from users where lower(email) = ${email}`
      : sql`select f.id from fleets f join users u on u.fleet_id = f.id where lower(u.email) = ${email}`,
  )
  return rows.length
}

describe('a sign-up', () => {
  it('creates a fleet, its Owner and a session, and sends a welcome email (ACC-091 to ACC-093, ACC-095)', async () => {
    const input = aSignUp({ email: ` ${anEmail().toUpperCase()}`, zipCode: '43215-1234', carCount: 0 })
    const email = input.email.trim().toLowerCase()
    const client = browser()
    expect((await client.post(`${PATH}/send_otp`, { email })).body).toEqual({
      otp_required: true,
      alertType: 'success',
      alertMessage: 'OTP sent successfully',
    })
    const response = await client.post(PATH, { ...input, otp: await otpOf(email) })
    expect(response.status).toBe(200)
    expect(response.body.user).toMatchObject({
      firstName: 'Ada',
      email,
      cellPhone: '6145550100',
      roles: ['Owner'],
      country: 'US',
      language: 'en',
      fleet: { name: 'Northgate Couriers', brand: 'wheelbook', country: 'US' },
    })
    const [fleet] = await server.db.query(
      sql`select zip, car_count, fleet_payment_type, pays_through_platform, telematics_database from fleets
        where id = ${response.body.user.fleet_id}`,
    )
    expect(fleet).toEqual({
      zip: '43215-1234',
      car_count: 0,
      fleet_payment_type: 'credit_card',
      pays_through_platform: false,
      telematics_database: null,
    })
    const me = await server
      .client({ authorization: `Bearer ${response.body.authentication_token}` })
      .get('/customers/me')
    expect(me.body.email).toBe(email)
    // USR-058, USR-059: the zip entered here is not in the preferences.
    const preferences = await server
      .client({ authorization: `Bearer ${response.body.authentication_token}` })
      .get(`/fleet_users/${response.body.user.id}`)
    expect(preferences.body.zip).toBe('43215-1234')
    expect(response.headers.getSetCookie().join()).toMatch(/authentication_token=[\w-]{43}; .*HttpOnly/)
    const [mail] = await server.db.query<{ subject: string; text: string }>(
      sql`select subject, text from mails where recipient = ${email} order by created_at desc limit 1`,
    )
    expect(mail?.subject).toBe('Welcome to Wheelbook')
    expect(mail?.text).toContain('Northgate Couriers')
    expect(JSON.stringify(mail)).not.toContain(PASSWORD)
  })

  it('signs in with its password afterwards, on a device that needs no code', async () => {
    const input = aSignUp()
    const response = await signUp(input)
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    const again = await browser('localhost', nextIp(), { cookie: cookies.join('; ') }).post('/sessions', {
      email: input.email,
      password: PASSWORD,
    })
    expect(again.body.otp_required).toBe(false)
  })

  it.each([
    ['companyName', '  ', 'required'],
    ['firstName', '', 'name'],
    ['lastName', ' ', 'name'],
    ['email', 'abc', 'email'],
    ['phoneNumber', '614555010', 'phone'],
    ['phoneNumber', '61455501000', 'phone'],
    ['carCount', -1, 'car_count'],
    ['carCount', 1.5, 'car_count'],
    ['zipCode', '1234', 'zip'],
    ['zipCode', 'A1A 1A1', 'zip'],
    ['password', 'tiny5', 'password_short'],
    ['password', 'password1', 'password_common'],
    ['password', 'AdaPerson', 'password_name'],
    ['confirmPassword', 'another', 'password_mismatch'],
    ['acceptedTermsAndConditions', false, 'terms'],
  ])('rejects %s %j with the code %s (ACC-075 to ACC-087)', async (name, value, code) => {
    const input = aSignUp({ [name]: value })
    const response = await browser().post(PATH, {
      ...input,
      ...(name === 'password' && { confirmPassword: value }),
    })
    expect(codeOf(response)).toEqual([422, 'validation'])
    expect(response.body.fields).toEqual({ [name]: [code] })
  })

  it('accepts a Canadian postal code in any spelling, French by choice, and requires the promotional terms there', async () => {
    const host = 'boreal.localhost'
    const refused = await browser(host).post(PATH, aSignUp({ zipCode: '12345' }))
    expect(refused.body.fields).toEqual({
      zipCode: ['postal_code'], // ACC-082
      acceptedPromotionalTerms: ['promotional_terms'], // ACC-073, ACC-088
    })
    const input = aSignUp({
      zipCode: 'a1a1a1',
      acceptedPromotionalTerms: true,
      communicationPreferencesInFrench: true,
    })
    const response = await signUp(input, host)
    expect(response.body.user).toMatchObject({
      language: 'fr', // ACC-074
      country: 'CA',
      fleet: { country: 'CA', brand: 'boreal' },
    })
    const [row] = await server.db.query(
      sql`select f.zip, s.promotional_terms, s.brand from fleets f join users u on u.fleet_id = f.id
        join sign_ups s on s.user_id = u.id where u.id = ${response.body.user.id}`,
    )
    expect(row).toEqual({ zip: 'A1A 1A1', promotional_terms: true, brand: 'boreal' }) // ACC-083
    const [mail] = await server.db.query<{ subject: string }>(
      sql`select subject from mails where recipient = ${input.email} order by created_at desc limit 1`,
    )
    expect(mail?.subject).toBe('Bienvenue chez Boreal Fleet')
  })

  it('checks the code last, after everything else is valid (ACC-056)', async () => {
    const input = aSignUp()
    expect((await browser().post(PATH, input)).body).toEqual({ otp_required: true })
    expect(codeOf(await browser().post(PATH, { ...input, otp: '000000' }))).toEqual([401, 'otp_invalid'])
    expect(await countOf('users', input.email)).toBe(0)
  })
})

describe('a sign-up sent twice', () => {
  it('creates one fleet and one Owner, one request after the other or five at once, and each response signs in', async () => {
    const input = aSignUp()
    const key = { 'idempotency-key': randomUUID() }
    await browser().post(`${PATH}/send_otp`, { email: input.email })
    const sent = { ...input, otp: await otpOf(input.email) }
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => browser('localhost', nextIp(), key).post(PATH, sent)),
    )
    responses.push(await browser('localhost', nextIp(), key).post(PATH, sent))
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(responses.map(({ body }) => body.user.id)).size).toBe(1)
    expect(await countOf('users', input.email)).toBe(1)
    expect(await countOf('fleets', input.email)).toBe(1)
    const [orphans] = await server.db.query<{ n: number }>(
      sql`select count(*)::int as n from fleets f where not exists (select from users u where u.fleet_id = f.id)`,
    )
    expect(orphans?.n).toBe(0)
  })

  it('rejects other content, or another password: a key opens no account', async () => {
    const input = aSignUp()
    const key = { 'idempotency-key': randomUUID() }
    expect((await signUp(input, 'localhost', key)).status).toBe(200)
    const other = { ...input, password: 'nine pears on a bus', confirmPassword: 'nine pears on a bus' }
    expect(codeOf(await browser('localhost', nextIp(), key).post(PATH, other))).toEqual([422, 'key_reused'])
    const stranger = aSignUp()
    expect(codeOf(await browser('localhost', nextIp(), key).post(PATH, stranger))).toEqual([
      422,
      'key_reused',
    ])
  })

  it('rejects corrected details instead of silently keeping the first ones', async () => {
    const input = aSignUp()
    const key = randomUUID()
    const repeat = (given: object) =>
      browser('localhost', nextIp(), { 'idempotency-key': key }).post(PATH, { ...input, ...given })
    expect((await signUp(input, 'localhost', { 'idempotency-key': key })).status).toBe(200)
    const corrected = { companyName: 'Northgate Couriers East' }
    expect(codeOf(await repeat(corrected))).toEqual([422, 'key_reused'])
    expect((await repeat({ language: 'fr' })).status).toBe(200)
    // A server of an earlier version stored no hash.
    await server.db.query(sql`update sign_ups set content_hash = null where key = ${key}`)
    expect((await repeat(corrected)).status).toBe(200)
  })
})

describe('an address that is taken (ACC-094)', () => {
  it('is reported only to the reader of its mailbox if codes are required; before that, responses are identical', async () => {
    const fleet = await server.build.fleet()
    const { email } = await server.build.user(fleet, { email: anEmail() })
    const free = anEmail()
    const client = browser()
    const steps = async (address: string) => {
      const sent = await client.post(`${PATH}/send_otp`, { email: address })
      const begun = await client.post(PATH, aSignUp({ email: address }))
      const wrong = await client.post(PATH, aSignUp({ email: address, otp: '000000' }))
      return JSON.stringify(
        [sent, begun, wrong].map(({ status, body }) => [status, { ...body, request_id: 0 }]),
      )
    }
    expect(await steps(email)).toBe(await steps(free))
    const response = await client.post(PATH, aSignUp({ email, otp: await otpOf(email) }))
    expect(codeOf(response)).toEqual([409, 'email_taken'])
    expect(response.body.alertMessage).toContain('another email')
    expect(await countOf('users', email)).toBe(1)
  })

  it('is reported only if no code is required, five times an hour, however many requests come at once', async () => {
    const off = await startTestServer({
      databaseUrl: server.databaseUrl,
      config: { trustProxy: 1, brandsFolder: await brandsWithoutCodes() },
    })
    const { email } = await server.build.user(await server.build.fleet(), { email: anEmail() })
    const from = off.client({ 'x-forwarded-for': nextIp() })
    const requestCode = async (given: Record<string, unknown>) =>
      from.post(PATH, { ...aSignUp(given), captcha_token: await solveCaptcha(from) })
    // Without a captcha solution, a taken address and a free one get the same response.
    for (const input of [aSignUp({ email }), aSignUp()])
      expect((await from.post(PATH, input)).body.code).toBe('captcha_required')
    for (let i = 0; i < 5; i++) expect(codeOf(await requestCode({ email }))).toEqual([409, 'email_taken'])
    expect((await requestCode({ email })).body.code).toBe('too_many')
    expect((await requestCode({})).body.code).toBe('too_many')

    const elsewhere = off.client({ 'x-forwarded-for': nextIp() })
    const captcha_token = await solveCaptcha(elsewhere)
    expect((await elsewhere.post(PATH, { ...aSignUp(), captcha_token })).body.otp_required).toBe(false)
    expect((await off.client().post(`${PATH}/send_otp`, { email })).body.otp_required).toBe(false)
    await off.stop()
  })
})

describe('codes and attempts have limits (ruling 6)', () => {
  it('sends five codes an hour to an address, and accepts five guesses of each', async () => {
    const email = anEmail()
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => browser().post(`${PATH}/send_otp`, { email })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5)
    const code = await otpOf(email)
    const guesses = await Promise.all(
      Array.from({ length: 15 }, () =>
        browser().post(PATH, aSignUp({ email, otp: code === '111111' ? '222222' : '111111' })),
      ),
    )
    expect(guesses.filter(({ body }) => body.code === 'otp_invalid')).toHaveLength(5)
    expect(codeOf(await browser().post(PATH, aSignUp({ email, otp: code })))).toEqual([401, 'otp_used_up'])
  })

  it('lets no one use up the guesses of an address: not before a code exists, and not from another network', async () => {
    const email = anEmail()
    const ip = nextIp()
    const guess = (from: string) => browser('localhost', from).post(PATH, aSignUp({ email, otp: '000000' }))
    for (let i = 0; i < 25; i++) expect(codeOf(await guess(ip))).toEqual([401, 'otp_invalid'])
    // As after four other codes of this day.
    await browser().post(`${PATH}/send_otp`, { email })
    await server.db.query(sql`update sign_up_codes set tries = -100 where email = ${email}`)
    for (let i = 0; i < 20; i++) expect(codeOf(await guess(ip))).toEqual([401, 'otp_invalid'])
    expect(codeOf(await guess(ip))).toEqual([429, 'too_many'])
    const done = await browser().post(PATH, aSignUp({ email, otp: await otpOf(email) }))
    expect(done.status).toBe(200)
  })

  it('refuses a network that tries too often', async () => {
    const ip = nextIp()
    const responses = await Promise.all(
      Array.from({ length: 70 }, () => browser('localhost', ip).post(PATH, aSignUp())),
    )
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10)
  })
})

describe('a sign-up with a card (PAY-038 to PAY-043, PAY-010, PAY-015)', () => {
  const host = 'fuelpass-plus.localhost'
  const VISA = 'fake-valid-visa-nonce'
  const AMEX = 'fake-valid-amex-nonce'
  /** Cards of the fleet that a response signs in to, the default first. */
  async function cardsOf({ body }: ApiResponse) {
    const client = server.client({ authorization: `Bearer ${body.authentication_token}` })
    const { payment_methods: methods } = (await client.get('/braintree_payment_methods')).body
    return methods.map(({ last_4, is_default }: { last_4: string; is_default: boolean }) => [
      last_4,
      is_default,
    ])
  }

  it('starts with a token of the card form, and needs a card', async () => {
    const token = await browser(host).get('/braintree_tokens/new')
    expect(token.body).toEqual({ client_token: expect.stringMatching(/^sandbox_/), gateway: 'sandbox' })
    const response = await browser(host).post(PATH, aSignUp())
    expect(response.body.fields).toEqual({ payment_method_nonce: ['required'] })
  })

  it('stores the card for the fleet: token and last four digits, as the default', async () => {
    const response = await signUp(aSignUp({ payment_method_nonce: VISA }), host)
    expect(response.status).toBe(200)
    const client = server.client({ authorization: `Bearer ${response.body.authentication_token}` })
    const { body } = await client.get('/braintree_payment_methods')
    expect(body.payment_methods).toMatchObject([
      {
        id: expect.any(Number),
        owner_id: response.body.user.id,
        customer_name: 'Ada Person',
        type: 'credit_card',
        card_type: 'Visa',
        last_4: '1111',
        expiration_date: '12/2031',
        email: null,
        cardholder_name: null,
        is_default: true,
      },
    ])
    const [fleet] = await server.db.query(
      sql`select pays_through_platform, payment_providers from fleets where id = ${response.body.user.fleet_id}`,
    )
    // Without a provider no order could be approved.
    expect(fleet).toEqual({ pays_through_platform: true, payment_providers: ['Braintree'] })
  })

  it('keeps the card of the fleet when its request comes again days later', async () => {
    const input = aSignUp({ payment_method_nonce: VISA })
    const key = randomUUID()
    expect((await signUp(input, host, { 'idempotency-key': key })).status).toBe(200)
    await server.db.query(
      sql`update sign_ups set created_at = created_at - interval '25 hours' where key = ${key}`,
    )
    expect(codeOf(await signUp(input, host, { 'idempotency-key': key }))).toEqual([409, 'email_taken'])
    expect(
      await server.db.query(sql`select 1 from card_sandbox.cards c join fleets f on f.card_customer_id = c.customer_id
        join users u on u.fleet_id = f.id where u.email = ${input.email}`),
    ).toHaveLength(1)
  })

  it('uses another card if the first one was stored, but not the account (ACC-133)', async () => {
    const input = aSignUp({ payment_method_nonce: VISA })
    const key = randomUUID()
    const client = browser(host, nextIp(), { 'idempotency-key': key })
    await client.post(`${PATH}/send_otp`, { email: input.email })
    const otp = await otpOf(input.email)
    await server.db.executeSql(
      `alter table sign_ups add constraint no_account check (key <> '${key}') not valid`,
      [],
    )
    expect((await client.post(PATH, { ...input, otp })).status).toBe(500)
    await server.db.executeSql('alter table sign_ups drop constraint no_account', [])
    const response = await client.post(PATH, { ...input, otp, payment_method_nonce: AMEX })
    expect(await cardsOf(response)).toEqual([['0005', true]])
    // A day later the gateway forgets the customer that no fleet has (ACC-136).
    const nonces = async () => {
      await createVaultCleaner(server.services)()
      const rows = await server.db.query<{ nonce: string }>(
        sql`select nonce from card_sandbox.cards where customer_id = any(${customers}::text[]) order by nonce`,
      )
      return rows.map(({ nonce }) => nonce)
    }
    const customers = [VISA, AMEX].map((payment_method_nonce) =>
      customerIdOf(key, { ...input, payment_method_nonce } as never),
    )
    expect(await nonces()).toEqual([AMEX, VISA])
    await server.db.query(sql`update sign_up_customers set created_at = now() - interval '25 hours'`)
    expect(await nonces()).toEqual([AMEX])
    expect(
      await server.db.query(sql`select from sign_up_customers where customer_id = any(${customers}::text[])`),
    ).toEqual([])
  })

  it('is rejected for now while the customer of its first attempt is being removed (ACC-136)', async () => {
    const input = aSignUp({ payment_method_nonce: VISA })
    const key = randomUUID()
    const customerId = customerIdOf(key, input as never)
    await server.db.query(sql`
      insert into sign_up_customers (customer_id, created_at) values (${customerId}, now() - interval '25 hours')`)
    const ip = nextIp()
    const client = browser(host, ip, { 'idempotency-key': key })
    await client.post(`${PATH}/send_otp`, { email: input.email })
    const otp = await otpOf(input.email)
    const send = () => client.post(PATH, { ...input, otp })
    const during: ApiResponse[] = []
    const { cards } = server.services.ports
    const ports = {
      ...server.services.ports,
      cards: {
        ...cards,
        async removeCustomer(id: string) {
          if (id === customerId) during.push(await send())
          await cards.removeCustomer(id)
        },
      },
    }
    await createVaultCleaner({ db: server.db, ports })()
    expect(during.map(({ status, body }) => [status, body.code])).toEqual([[503, 'unavailable']])
    // The card was not declined, so it does not use up an attempt.
    expect(await countAttempts(server.db, `card-net:${ip}`, SIGN_UP_WINDOW_MINUTES * 60)).toBe(0)
    expect(await cardsOf(await send())).toEqual([['1111', true]])
  })

  it('makes another card the default if the response with the account was lost (ACC-133)', async () => {
    const input = aSignUp({ payment_method_nonce: VISA })
    const key = { 'idempotency-key': randomUUID() }
    expect((await signUp(input, host, key)).status).toBe(200)
    const repeat = (nonce: string) =>
      browser(host, nextIp(), key).post(PATH, { ...input, payment_method_nonce: nonce })
    expect(await cardsOf(await repeat(VISA))).toEqual([['1111', true]])
    for (let i = 0; i < 2; i++)
      expect(await cardsOf(await repeat(AMEX))).toEqual([
        ['0005', true],
        ['1111', false],
      ])
    expect(codeOf(await repeat('fake-processor-declined-visa-nonce'))).toEqual([422, 'card_refused'])
    // The choice of a user since then stays.
    const ofUser = sql`fleet_id = (select fleet_id from users where email = ${input.email})`
    await server.db.query(sql`update payment_methods set is_default = false where ${ofUser}`)
    await server.db.query(
      sql`update payment_methods set is_default = true where ${ofUser} and last_4 = '1111'`,
    )
    expect(await cardsOf(await repeat(AMEX))).toEqual([
      ['1111', true],
      ['0005', false],
    ])
    // The gateway has stored the card, under the token of another nonce, but the server was killed before it wrote its row.
    await server.db.query(sql`delete from payment_methods where ${ofUser} and last_4 = '0005'`)
    await server.db.query(sql`
      update card_sandbox.cards set token = ${randomUUID()}
      where customer_id = (select f.card_customer_id from fleets f join users u on u.fleet_id = f.id
        where u.email = ${input.email}) and nonce = ${AMEX}`)
    expect(await cardsOf(await repeat(AMEX))).toEqual([
      ['0005', true],
      ['1111', false],
    ])
    // An earlier version used the key as the customer id.
    await server.db.query(sql`
      update fleets set card_customer_id = ${key['idempotency-key']}
      where id = (select fleet_id from users where email = ${input.email})`)
    expect((await repeat('fake-processor-declined-visa-nonce')).status).toBe(200)
  })

  it('rejects a declined card or an unknown nonce, creates nothing, and accepts another with the same code', async () => {
    const input = aSignUp()
    const key = { 'idempotency-key': randomUUID() }
    const client = browser(host, nextIp(), key)
    await client.post(`${PATH}/send_otp`, { email: input.email })
    const otp = await otpOf(input.email)
    for (const [nonce, reason] of [
      ['fake-processor-declined-visa-nonce', 'card_declined'],
      ['fake-consumed-nonce', 'card_invalid'],
    ]) {
      const response = await client.post(PATH, { ...input, otp, payment_method_nonce: nonce })
      expect(codeOf(response)).toEqual([422, 'card_refused'])
      expect(response.body.fields).toEqual({ payment_method_nonce: [reason] })
      expect(response.body.alertMessage).toContain('The card could not be verified')
    }
    // A card number in place of a nonce is rejected at the field.
    const number = await client.post(PATH, { ...input, otp, payment_method_nonce: '4111111111111111' })
    expect(codeOf(number)).toEqual([422, 'validation'])
    expect(number.body.fields).toEqual({ payment_method_nonce: ['card_number'] })
    expect(await countOf('users', input.email)).toBe(0)
    const taken = await client.post(PATH, { ...input, otp, payment_method_nonce: VISA })
    expect(taken.status).toBe(200)
  })

  it('allows no network to test cards', async () => {
    const ip = nextIp()
    const responses: ApiResponse[] = []
    for (let i = 0; i < 12; i++) {
      const input = aSignUp({ payment_method_nonce: 'fake-processor-declined-visa-nonce' })
      await browser().post(`${PATH}/send_otp`, { email: input.email })
      responses.push(await browser(host, ip).post(PATH, { ...input, otp: await otpOf(input.email) }))
    }
    expect(responses.filter(({ body }) => body.code === 'card_refused')).toHaveLength(10)
    expect(responses.filter(({ body }) => body.code === 'too_many')).toHaveLength(2)
  })
})

/** The package's brands with the one-time password flag turned off, in a separate folder. */
async function brandsWithoutCodes(): Promise<string> {
  const { cp, mkdtemp, readFile, readdir, writeFile } = await import('node:fs/promises')
  const folder = await mkdtemp(`${server.dataFolder}/brands-`)
  await cp('brands', folder, { recursive: true })
  for (const key of (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())) {
    const path = `${folder}/${key.name}/brand.json`
    const brand = JSON.parse(await readFile(path, 'utf8'))
    await writeFile(path, JSON.stringify({ ...brand, flags: { ...brand.flags, mfa: false } }))
  }
  return folder
}
