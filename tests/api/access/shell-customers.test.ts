// Sign-ups that a partner starts.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { untilWindowLasts } from '#tests/support/attempt-windows.ts'
import type { ApiResponse } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const SECRET = 'partner-secret-of-thirty-two-letters'
let server: TestServer
const affiliation = 7001
beforeAll(async () => {
  server = await startTestServer({
    config: {
      trustProxy: 1,
      partners: [{ name: 'trackline', secret: SECRET, fleetIds: [], affiliationIds: [affiliation] }],
    },
  })
  await server.db.query(sql`insert into affiliations (id, name) values (${affiliation}, 'Trackline')`)
})
afterAll(() => server.stop())

let network = 0
const nextIp = () => `10.8.${++network % 250}.1`
const client = (headers: Record<string, string> = {}) =>
  server.client({ 'x-forwarded-for': nextIp(), 'x-forwarded-host': 'trackline.localhost', ...headers })
const partner = (secret = SECRET) => client({ authorization: `Bearer ${secret}` })
const codeOf = ({ status, body }: ApiResponse) => [status, body.code]
const aShell = (given: object = {}) => ({ fleet_name: 'Harbor Haulage', fleet_name_editable: true, ...given })
const begin = async (given?: object): Promise<{ id: number; token: string; url: string }> =>
  (await partner().post('/api/v6/shell_customers', aShell(given))).body
const aForm = (given: object = {}) => ({
  fleetName: 'Harbor Haulage East',
  email: `driver-${randomUUID().slice(0, 8)}@example.com`,
  firstName: 'Grace',
  lastName: 'Person',
  cellPhone: '6145550100',
  databaseName: 'my / harbor_db ',
  ...given,
})

describe('a partner', () => {
  it('starts a sign-up and gets the address that opens it, with all data that it knows (ACC-020, ACC-022)', async () => {
    const response = await partner().post(
      '/api/v6/shell_customers',
      aShell({ email: 'g@example.com', firstName: 'Grace' }),
    )
    expect(response.status).toBe(201)
    const url = new URL(response.body.url)
    expect(url.pathname).toBe('/')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      id: String(response.body.id),
      token: response.body.token,
      firstName: 'Grace',
      lastName: '',
      cellPhone: '',
      email: 'g@example.com',
      fleet_name: 'Harbor Haulage',
      fleet_name_editable: 'true',
    })
    const [row] = await server.db.query<{ token_hash: Buffer; brand: string }>(
      sql`select token_hash, brand from shell_customers where id = ${response.body.id}`,
    )
    expect(row?.brand).toBe('trackline')
    expect(row?.token_hash.toString()).not.toContain(response.body.token)
  })

  it('without its secret, or with a wrong one, starts nothing, and is rate-limited', async () => {
    const ip = nextIp()
    const guess = (secret?: string) =>
      server
        .client({ 'x-forwarded-for': ip, ...(secret && { authorization: `Bearer ${secret}` }) })
        .post('/api/v6/shell_customers', aShell())
    expect(codeOf(await guess())).toEqual([401, 'partner_unknown'])
    const responses = await Promise.all(Array.from({ length: 25 }, () => guess('x'.repeat(40))))
    expect(responses.filter(({ body }) => body.code === 'too_many').length).toBeGreaterThanOrEqual(5)
  })
})

describe('its customer', () => {
  it('completes it: fleet, Owner and session, under the partner’s brand (ACC-121, ACC-122)', async () => {
    const { id, token } = await begin()
    const form = aForm()
    const response = await client().put(`/shell_customers/${id}`, { ...form, token })
    expect(response.status).toBe(200)
    expect(response.body.user).toMatchObject({
      email: form.email,
      roles: ['Owner'],
      fleet: { name: 'Harbor Haulage East', brand: 'trackline' },
    })
    const me = await server
      .client({ authorization: `Bearer ${response.body.authentication_token}` })
      .get('/customers/me')
    expect(me.body.id).toBe(response.body.user.id)
    const [fleet] = await server.db.query(
      sql`select telematics_database, affiliation_id from fleets where id = ${response.body.user.fleet_id}`,
    )
    expect(fleet).toEqual({ telematics_database: 'myharbor_db', affiliation_id: affiliation })
    const [mail] = await server.db.query<{ text: string }>(
      sql`select text from mails where recipient = ${form.email} order by created_at desc limit 1`,
    )
    expect(mail?.text).toMatch(/http:\/\/\S+\/forgot_password/)
  })

  it('does not get the telematics database of another company, and the link still works (TEL-024)', async () => {
    const stranger = await server.build.fleet()
    await server.db.query(sql`update fleets set telematics_database = 'Others_db' where id = ${stranger.id}`)
    const { id, token } = await begin()
    const refused = await client().put(`/shell_customers/${id}`, {
      ...aForm({ databaseName: 'others_DB' }),
      token,
    })
    expect([refused.status, refused.body.fields]).toEqual([422, { databaseName: ['taken'] }])
    const made = await client().put(`/shell_customers/${id}`, { ...aForm({ databaseName: 'own_db' }), token })
    expect(made.status).toBe(200)
  })

  it('keeps the fleet name if the partner does not allow changing it (ACC-125)', async () => {
    const { id, token } = await begin({ fleet_name_editable: false })
    const response = await client().put(`/shell_customers/${id}`, {
      ...aForm({ fleetName: 'Mine now' }),
      token,
    })
    expect(response.body.user.fleet.name).toBe('Harbor Haulage')
  })

  it.each([
    ['email', 'abc', 'email'],
    ['firstName', '', 'name'],
    ['lastName', '', 'name'],
    ['cellPhone', '61455501', 'phone'],
    ['cellPhone', '61455501ab', 'phone'],
    ['fleetName', undefined, 'required'],
  ])('rejects %s %j, and the link still works (ACC-124 to ACC-128)', async (name, value, code) => {
    const { id, token } = await begin()
    const refused = await client().put(`/shell_customers/${id}`, { ...aForm({ [name]: value }), token })
    expect(codeOf(refused)).toEqual([422, 'validation'])
    expect(refused.body.fields).toEqual({ [name]: [code] })
    expect((await client().put(`/shell_customers/${id}`, { ...aForm(), token })).status).toBe(200)
  })

  it('rejects an address that is in use, and accepts another', async () => {
    const { id, token } = await begin()
    const { email } = await server.build.user(await server.build.fleet(), {
      email: 'taken.shell@example.com',
    })
    const put = (form: object) => client().put(`/shell_customers/${id}`, { ...form, token })
    expect(codeOf(await put(aForm({ email })))).toEqual([409, 'email_taken'])
    expect((await put(aForm())).status).toBe(200)
  })

  it('learns five times an hour that an address is in use, whatever else is wrong', async () => {
    await untilWindowLasts(20)
    const { id, token } = await begin()
    const fleet = await server.build.fleet()
    await server.db.query(sql`update fleets set telematics_database = 'used_db' where id = ${fleet.id}`)
    const { email } = await server.build.user(fleet)
    const from = { 'x-forwarded-for': nextIp() }
    const put = (form: object) => client(from).put(`/shell_customers/${id}`, { ...aForm(form), token })
    for (const given of [{}, { email }, {}, { email }, {}, { email }])
      expect((await put({ ...given, databaseName: 'used_db' })).body.fields).toEqual({
        databaseName: ['taken'],
      })
    for (let i = 0; i < 5; i++) expect(codeOf(await put({ email }))).toEqual([409, 'email_taken'])
    for (const given of [{ email }, {}]) expect(codeOf(await put(given))).toEqual([429, 'too_many'])
    const elsewhere = await client().put(`/shell_customers/${id}`, {
      ...aForm({ databaseName: 'new_db' }),
      token,
    })
    expect(elsewhere.status).toBe(200)
  })

  it('uses the link once: only the same request may repeat it, however many come at once', async () => {
    const { id, token } = await begin()
    const form = { ...aForm(), token }
    const key = randomUUID()
    const put = (idempotencyKey: string) =>
      client({ 'idempotency-key': idempotencyKey }).put(`/shell_customers/${id}`, form)
    const responses = await Promise.all([put(key), put(key), put(key)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(responses.map(({ body }) => body.user.id)).size).toBe(1)
    expect(codeOf(await put(randomUUID()))).toEqual([410, 'shell_link_invalid'])
    expect(codeOf(await client().put(`/shell_customers/${id}`, form))).toEqual([410, 'shell_link_invalid'])
  })

  it('rejects a repeated request with another address instead of signing in with the first', async () => {
    const { id, token } = await begin()
    const form = { ...aForm({ email: 'mistyped.shell@example.com' }), token }
    const key = randomUUID()
    const put = (email: string) =>
      client({ 'idempotency-key': key }).put(`/shell_customers/${id}`, { ...form, email })
    expect((await put(form.email)).status).toBe(200)
    expect(codeOf(await put('corrected.shell@example.com'))).toEqual([422, 'key_reused'])
    expect((await put(form.email.toUpperCase())).status).toBe(200)
  })

  it('rejects another session’s token, an invented one, and an expired one', async () => {
    const [one, other] = [await begin(), await begin()]
    const put = (id: number, token: string) => client().put(`/shell_customers/${id}`, { ...aForm(), token })
    for (const [id, token] of [
      [one.id, other.token],
      [one.id, 'made-up'],
      [999_999, one.token],
    ] as const)
      expect(codeOf(await put(id, token))).toEqual([410, 'shell_link_invalid'])
    await server.db.query(
      sql`update shell_customers set expires_at = now() - interval '1 second' where id = ${one.id}`,
    )
    expect(codeOf(await put(one.id, one.token))).toEqual([410, 'shell_link_invalid'])
  })
})
