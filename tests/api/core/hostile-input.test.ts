import { afterAll, beforeAll, expect, test } from 'vitest'
import { inputDecoder } from '#server/http/body/input.ts'
import type { Client } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let anyone: Client
let owner: Client
let vehicleId: number
beforeAll(async () => {
  server = await startTestServer()
  anyone = server.client()
  const fleet = await server.build.fleet()
  owner = await server.as(await server.build.user(fleet))
  vehicleId = (await server.build.vehicle(fleet)).id
})
afterAll(() => server.stop())

const signIn = (email: unknown) => anyone.post('/sessions', { email, password: 'x' })

test.each([
  ['dots', '.'],
  ['at signs', '@'],
  ['labels', 'a.'],
  ['spaces', ' '],
])('one sign-in with an email of 100,000 %s delays no one else (W1)', async (_name, seed) => {
  const attack = signIn(`a@b${seed.repeat(100_000 / seed.length)}\0`)
  const start = performance.now()
  const other = await anyone.get('/captcha')
  expect(other.status).toBe(200)
  expect(performance.now() - start).toBeLessThan(2000)
  expect(await attack).toMatchObject({ status: 422, body: { fields: { email: ['email'] } } })
})

test.each([
  ['{"email":{"length":{"toString":1}},"password":"x"}', 422],
  ['{"email":{"length":{"valueOf":{}}},"password":{"length":{"toString":1}}}', 422],
  ['{"email":{"toString":1,"trim":1,"then":1},"password":"x"}', 422],
  ['{"email":["a@b.example"],"password":{"length":5}}', 422],
  ['{"email":"a@b.example\\u0000","password":"x"}', 422],
  ['{"email":"\\ud800@b.example","password":"x"}', 422],
  ['{"email":1e999,"password":-1e999}', 422],
  ['{"email":{"constructor":1},"password":"x"}', 400],
  ['{"email":{"a":{"b":[{"__proto__":{"x":1}}]}}}', 400],
  ['{"prototype":1}', 400],
  [`${'['.repeat(5000)}${']'.repeat(5000)}`, 400],
  [`{"email":${'{"a":'.repeat(100_00)}1${'}'.repeat(100_00)}}`, 400],
  [`{"email":[${'1,'.repeat(100_000)}1]}`, 422],
])(
  'a sign-in whose body has an unexpected shape is refused and never a fault of the server: %.60s',
  async (body, status) => {
    const response = await anyone.post('/sessions', body, { 'content-type': 'application/json' })
    expect(response).toMatchObject({ status, body: { code: status === 422 ? 'validation' : 'malformed' } })
  },
)

const FORBIDDEN = ['__proto__', 'constructor', 'prototype']
test.each(
  FORBIDDEN.flatMap((name) => [
    name,
    `${name}[a]`,
    `a[${name}]`,
    `a[0][${name}][b]`,
    `a.${name}`,
    `a[b].${name}`,
    encodeURIComponent(`a[${name}]`),
  ]),
)('a query name that targets prototypes gets 400 from every method: %s', async (name) => {
  const malformed = { status: 400, body: { code: 'malformed' } }
  expect(await anyone.get(`/captcha?${name}=1`)).toMatchObject(malformed)
  expect(await owner.get(`/vehicles?${name}=1`)).toMatchObject(malformed)
  expect(await anyone.post(`/sessions?${name}=1`, { email: 'a@b.example' })).toMatchObject(malformed)
  expect(await owner.delete(`/sessions?${name}=1`)).toMatchObject(malformed)
})

test('a form field that targets prototypes gets 400', async () => {
  for (const name of FORBIDDEN.flatMap((name) => [name, `a[${name}]`, `a[0].${name}`])) {
    const form = new FormData()
    form.set(name, '1')
    const response = await owner.send('POST', '/api/v4/manual_maintenance_histories', form)
    expect(response).toMatchObject({ status: 400, body: { code: 'malformed' } })
  }
})

const NO_NUMBERS = [
  '5abc',
  '1e3',
  ' 5',
  '5 ',
  '0x10',
  '٥',
  '5,5',
  '-5',
  '-0',
  '+5',
  '007',
  '1_0',
  'NaN',
  'Infinity',
  '5.5',
  '9007199254740993',
  '1e309',
  '5.00000000000000001',
  '0b11',
  '0o7',
  '',
  '5\n',
  '５',
]

test.each(NO_NUMBERS)('a number in the query that is not exact is refused at its field: %j', async (text) => {
  const response = await owner.get(`/vehicles?${new URLSearchParams({ page: text })}`)
  expect(response).toMatchObject({ status: 422, body: { fields: { page: [expect.any(String)] } } })
})

test.each(NO_NUMBERS.filter((text) => text !== ''))(
  'a number in the path that is not exact is refused at its field: %j',
  async (text) => {
    const response = await owner.get(`/vehicles/${encodeURIComponent(text)}`)
    expect(response).toMatchObject({ status: 422, body: { fields: { id: ['id'] } } })
  },
)

test('exact numbers in a query are read unchanged', async () => {
  const decode = inputDecoder({
    type: 'object',
    properties: {
      at: { type: 'number' },
      page: { type: 'integer' },
      of: { type: 'array', items: { type: 'integer' } },
    },
  })
  const query = (text: string) => decode({ method: 'GET', url: `/x?${text}`, params: {} } as never)
  expect(query('at=-79.380&page=2&of[]=0&of[]=10')).toEqual({ at: -79.38, page: 2, of: [0, 10] })
  expect(query('at=40.0&page=x')).toEqual({ at: 40, page: 'x' })
})

test.each([
  '-5',
  '-0',
  '-0.0',
  '1e-400',
  '5.00000000000000001',
  '9007199254740993',
  '1e309',
  '5.5',
  '"5"',
  'null',
  '[5]',
])('an odometer of %s is rejected at its field, and none is stored', async (number) => {
  const body = `{"id":"${crypto.randomUUID()}","vehicle_id":${vehicleId},"value":${number},"unit":"mi","read_on":"2026-01-01","entered_at":"2026-01-01T00:00:00Z"}`
  const response = await owner.post(`/vehicles/${vehicleId}/odometer_readings`, body, {
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  })
  expect(response).toMatchObject({ status: 422, body: { fields: { value: [expect.any(String)] } } })
})
