import { randomUUID } from 'node:crypto'
import { traverseContractProcedures } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { FLEET_QUERY_MIN } from '#domain/core/limits.ts'
import { jsonSchemaOf } from '#server/http/body/input.ts'
import { problemText } from '#server/texts/problem-text.ts'
import type { ApiResponse, Client } from '#tests/support/client.ts'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { aPdf, manifestOf } from '#tests/support/files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { aWorld, CASES, callsOfContract, contentOf, type Sample, send, type Target } from './samples.ts'

/** Calls for shops are refused before their body is read; tests/api/orders/shop-links.test.ts covers their bodies. */
const NAMES = callsOfContract()
  .filter(({ meta }) => meta.access !== 'shop')
  .map(({ name }) => name)
let server: TestServer
let client: Client
let target: Target

beforeAll(async () => {
  server = await startTestServer()
  const service = await server.build.service({ positions: ['front', 'rear'] })
  const world = await aWorld(server, service.id)
  const { client: admin, user } = await world.clientOf(['Super Admin', 'FMC'])
  client = admin
  target = { ...world.assigned, userId: user.id }
})
afterAll(() => server.stop())

/** Wrong JSON values for each kind of valid value. All of them must be rejected. */
const BAD: Record<string, unknown[]> = {
  string: [123, true, null, {}, [], 'x'.repeat(10_000), 'nul \u0000 character', 'half \ud800 character'],
  number: ['abc', '12', -1, 1.5, 1e308, true, null, {}, []],
  boolean: ['perhaps', 7, null, {}, []],
  array: ['x', 5, null, {}, [null], [[]]],
  object: ['x', 5, null, []],
}
const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)
/**
 * Exceptions: values that are valid. If the path names the entry, the body's id is not read. An empty outbox has no
 * oldest entry. An order without a PO number has null. Null clears a field of a payment method. A service that is due
 * by distance only has no months, and the other way round. A vehicle without a class gets the one that its data
 * suggest. A row of a file may have no odometer.
 */
const ALLOWED = new Set([
  'history.update id',
  'sync.heartbeat oldest_at null',
  'orders.update po_number null',
  'paymentMethods.update name null',
  'paymentMethods.update billing_address null',
  'paymentMethods.update billing_zip null',
  'paymentMethods.update email null',
  'templates.save items.0.every null',
  'templates.save items.0.every_months null',
  'templates.ofVehicle items.0.every null',
  'templates.ofVehicle items.0.every_months null',
  'templates.ofVehicle duty_class null',
  'bulkUpsertions.check odometers [null]',
  'bulkUpsertions.check odometers.0 null',
])
const isAllowed = (name: string, at: Path, bad: unknown) =>
  ALLOWED.has(`${name} ${at.join('.')}`) || ALLOWED.has(`${name} ${at.join('.')} ${JSON.stringify(bad)}`)

type Path = (string | number)[]
/** Every value in a body, with its path. */
function placesIn(value: unknown, at: Path = []): { at: Path; value: unknown }[] {
  const here = at.length > 0 ? [{ at, value }] : []
  if (typeof value !== 'object' || value === null) return here
  return [
    ...here,
    ...Object.entries(value).flatMap(([key, child]) =>
      placesIn(child, [...at, Array.isArray(value) ? Number(key) : key]),
    ),
  ]
}
function withValue(body: unknown, at: Path, value: unknown): unknown {
  const copy = structuredClone(body) as Record<string | number, unknown>
  const parent = at
    .slice(0, -1)
    .reduce<Record<string | number, unknown>>((node, key) => node[key] as Record<string, unknown>, copy)
  if (value === undefined) delete parent[at.at(-1)!]
  else parent[at.at(-1)!] = value
  return copy
}

/** Names of the required fields of a call. */
function requiredOf(name: string): readonly string[] {
  let required: readonly string[] = []
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: definition, path }) => {
    if (path.join('.') !== name) return
    const schema = jsonSchemaOf(definition['~orpc'].inputSchema)
    if ('required' in schema) required = schema.required ?? []
  })
  return required
}

function expectProblem({ status, headers, body }: ApiResponse, what: string) {
  expect(status, what).toBeGreaterThanOrEqual(400)
  expect(status, what).toBeLessThan(500)
  expect(headers.get('content-type'), what).toMatch(/^application\/problem\+json/)
  expect(body, what).toMatchObject({
    status,
    code: expect.any(String),
    alertType: 'error',
    errors: expect.any(Array),
    request_id: expect.any(String),
  })
  expect(JSON.stringify(body), what).not.toMatch(/node_modules|\.ts:|select |insert into|stack/i)
}

/** Sends invalid requests. Expects a problem for each and an unchanged database. */
async function expectRefused(
  requests: { what: string; request: Sample; headers?: Record<string, string> }[],
) {
  const before = await contentOf(server)
  for (const { what, request, headers = {} } of requests) {
    const response = await client.send(request.method, request.path, request.bytes ?? request.body, {
      ...(request.bytes ? { 'content-type': 'application/pdf' } : {}),
      ...headers,
    })
    expectProblem(response, what)
  }
  expect(await contentOf(server)).toBe(before)
  expect((await server.client().get('/ping')).status).toBe(200)
}

describe.each(NAMES)('%s', (name) => {
  const sampleOf = async () => CASES[name]!.sample(target)

  it('rejects each body field of a wrong type, and stores nothing', async () => {
    const sample = await sampleOf()
    if (sample.body === undefined) return
    const requests = placesIn(sample.body).flatMap(({ at, value }) =>
      (BAD[kindOf(value)] ?? [])
        .filter((bad) => !isAllowed(name, at, bad))
        .map((bad) => ({
          what: `${at.join('.')} = ${JSON.stringify(bad)?.slice(0, 60)}`,
          request: { ...sample, body: withValue(sample.body, at, bad) },
        })),
    )
    await expectRefused(requests)
  })

  it('reports each missing required field as required', async () => {
    const sample = await sampleOf()
    if (typeof sample.body !== 'object' || sample.body === null) return
    const before = await contentOf(server)
    // Fields in the path are not needed in the body.
    for (const key of requiredOf(name).filter(
      (field) => field in (sample.body as object) && field !== 'id',
    )) {
      const response = await send(client, { ...sample, body: withValue(sample.body, [key], undefined) })
      expectProblem(response, key)
      expect(response.body.fields?.[key], key).toEqual(['required'])
    }
    expect(await contentOf(server)).toBe(before)
  })

  it('rejects bodies that are not JSON objects, too large, of another type, or target prototypes', async () => {
    const sample = await sampleOf()
    if (sample.body === undefined) return
    const json = { 'content-type': 'application/json' }
    const bodies: [string, string, Record<string, string>][] = [
      ['nothing', '', json],
      ['text', '"text"', json],
      ['a list', '[]', json],
      ['null', 'null', json],
      ['half of it', JSON.stringify(sample.body).slice(0, -3), json],
      ['an empty object', '{}', json],
      ['300 KB', JSON.stringify({ ...(sample.body as object), padding: 'x'.repeat(300_000) }), json],
      ['a prototype', JSON.stringify(sample.body).replace('{', '{"__proto__":{"isAdmin":true},'), json],
      ['a constructor', JSON.stringify(sample.body).replace('{', '{"constructor":{"prototype":{}},'), json],
      ['depth', `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`, json],
      ['XML', '<a/>', { 'content-type': 'application/xml' }],
      ['plain text', JSON.stringify(sample.body), { 'content-type': 'text/plain' }],
      ['a broken form', '--x\r\nnonsense', { 'content-type': 'multipart/form-data; boundary=x' }],
      [
        'a form without an end',
        '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
        { 'content-type': 'multipart/form-data; boundary=x' },
      ],
    ]
    await expectRefused(
      bodies.map(([what, body, headers]) => ({ what, request: { ...sample, body }, headers })),
    )
  })

  it('ignores unknown fields: no column can be written outside the contract (S-5)', async () => {
    const sample = await sampleOf()
    if (typeof sample.body !== 'object' || sample.body === null) return
    const extras = {
      fleet_id: 999,
      rev: 99,
      created_by: 1,
      content_hash: 'x',
      deleted_at: '2020-01-01T00:00:00Z',
      is_active: false,
      isFMC: true,
      total: '0.00',
      // An order's status is a separate field, rejected unless a user may set it.
      ...(name === 'orders.update' ? {} : { status: 'paid' }),
      // So are a user's roles, but not the user's own (tests/api/access/users-lifecycle.test.ts).
      ...(name === 'users.update' ? {} : { roles: ['Super Admin'] }),
    }
    const inner =
      'glovebox_item' in sample.body
        ? { glovebox_item: { ...(sample.body.glovebox_item as object), ...extras } }
        : {}
    const response = await send(client, { ...sample, body: { ...extras, ...sample.body, ...inner } })
    const plain = CASES[name]!.status ?? 200
    if (/^(session|passwords)\./.test(name)) return expect(response.status).toBeLessThan(500)
    expect(response.status).toBe(plain)
    if ('rev' in response.body) expect(response.body.rev).toBeLessThan(90)
  })

  it('rejects invalid identifiers in its path', async () => {
    const sample = await sampleOf()
    const parts = sample.path.split('?')[0]!.split('/')
    const requests = parts.flatMap((part, i) => {
      // An offset of 0 is not an identifier.
      if (!/^[1-9]\d*$|^[0-9a-f-]{36}$/.test(part)) return []
      const bads = [
        'abc',
        '0',
        '-1',
        '1.5',
        '9'.repeat(25),
        `${randomUUID()}0`,
        '%00',
        "1'%20or%20'1'='1",
        '..%2f..%2fetc%2fpasswd',
        '%F0%9F%92%A9',
        'x'.repeat(300),
      ]
      return bads.map((bad) => ({
        what: bad.slice(0, 40),
        request: { ...sample, path: [...parts.slice(0, i), bad, ...parts.slice(i + 1)].join('/') },
      }))
    })
    await expectRefused(requests)
  })

  it('rejects invalid values in its query', async () => {
    const sample = await sampleOf()
    const [path = '', query] = sample.path.split('?')
    if (!query) return
    const before = await contentOf(server)
    for (const [key] of new URLSearchParams(query)) {
      const bads = [
        'nonsense',
        '-1',
        '1e99',
        '',
        '\u0000',
        'x'.repeat(500),
        '[object Object]',
        '2020-13-45',
        '9'.repeat(25),
      ]
      for (const bad of bads) {
        const params = new URLSearchParams(query)
        params.set(key, bad)
        const response = await client.send('GET', `${path}?${params}`)
        const isSouth = ['latitude', 'longitude'].includes(key) && bad === '-1'
        // Search is free text of up to 100 characters. On one vehicle it has no effect.
        const isSearch =
          bad.length <= 100 && (key === 'search' || (key === 'query' && bad.length >= FLEET_QUERY_MIN))
        if (isSouth || isSearch) expect(response.status, bad).toBe(200)
        else expectProblem(response, `${key}=${bad.slice(0, 30)}`)
      }
      expectProblem(await client.send('GET', `${path}?${query}&${key}=again`), `${key} twice`)
      expectProblem(
        await client.send('GET', `${path}?${query}&${key}[__proto__][x]=1`),
        `${key} with a prototype`,
      )
    }
    expect(await contentOf(server)).toBe(before)
  })
})

it('accepts only true and false as flags of a query, and only valid UTF-8 (VEH-112)', async () => {
  for (const flag of ['on', 'off', 'TRUE', '1'])
    expect((await client.get(`/vehicles?is_active=${flag}`)).body.fields, flag).toHaveProperty('is_active')
  expect((await client.get('/vehicles?is_active=true')).status).toBe(200)
  for (const text of ['%ED%A0%80', 'caf%E9', '%FF'])
    expect((await client.get(`/vehicles?search=${text}`)).body.code, text).toBe('malformed')
  expect((await client.get('/vehicles?search=caf%C3%A9+%EF%BF%BD+50%')).status).toBe(200)
})

it('names the field of a document that is invalid (VEH-112)', async () => {
  for (const [field, value] of Object.entries({ file_name: 'x'.repeat(5000), sha256: 'z', byte_size: 1.5 })) {
    const maintenance_documents_attributes = [{ ...manifestOf(aPdf()), [field]: value }]
    const entry = aHistory({ vehicle_id: 1, maintenance_documents_attributes }, 1)
    const { body } = await client.post('/manual_maintenance_histories', entry, writeHeaders())
    expect(Object.keys(body.fields)).toEqual([`maintenance_documents_attributes.0.${field}`])
  }
})

it('rejects a PO number with several lines or control characters (SVC-121)', async () => {
  for (const po_number of ['a\nb', 'a\u0085b', 'a\u2028b'])
    expect((await client.put('/orders/1', { po_number }, writeHeaders())).body.fields).toEqual({
      po_number: ['text'],
    })
})

it('rejects an invalid key in the language of the account (ACC-139)', async () => {
  const fleet = await server.build.fleet()
  const french = await server.as(await server.build.user(fleet, { language: 'fr' }))
  const { status, body } = await french.post('/policies', {}, { 'idempotency-key': 'zz' })
  expect([status, body.code]).toEqual([400, 'idempotency_key_invalid'])
  expect(body.alertMessage).toBe(problemText('fr', 'idempotency_key_invalid'))
})

describe('the process', () => {
  it('still works after all of that, and object prototypes are unchanged', async () => {
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
    expect((await client.get('/vehicles')).status).toBe(200)
  })
})
