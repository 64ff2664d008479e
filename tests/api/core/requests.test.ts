// Requests that the server accepts or refuses, regardless of the call.
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { CallMeta } from '#contract/core/route.ts'
import { ABILITIES, ROLES } from '#domain/access/permissions.ts'
import { sql } from '#server/db/sql.ts'
import { os } from '#server/http/calls/implementer.ts'
import { Problem } from '#server/problem.ts'
import type { Client } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

/** The input that reached the handlers below. */
let seen: unknown
let fault: () => void = () => {}

let server: TestServer
let client: Client
let log = ''
beforeAll(async () => {
  server = await startTestServer({
    logTo: (line) => {
      log += line
    },
    routes: {
      places: {
        states: os.places.states.handler(({ input }) => {
          seen = input
          fault()
          return { states: [] }
        }),
      },
      sync: {
        heartbeat: os.sync.heartbeat.handler(({ input }) => {
          seen = input
          return { success: true as const }
        }),
      },
      glovebox: {
        create: os.glovebox.create.handler(({ input }) => {
          seen = input
          throw new Problem('id_reused')
        }),
        update: os.glovebox.update.handler(({ input }) => {
          seen = input
          throw new Problem('not_found')
        }),
        putFile: os.glovebox.putFile.handler(async ({ input }) => {
          seen = { ...input, bytes: await input.file?.bytes() }
          throw new Problem('not_found')
        }),
      },
      vehicles: {
        list: os.vehicles.list.handler(({ input }) => {
          seen = input
          return { vehicles: [], page: 1, per_page: 1, total_pages: 0, total_count: 0 }
        }),
      },
    },
  })
  client = await server.as(await server.build.user(await server.build.fleet()))
})
afterAll(() => server.stop())

const heartbeat = {
  device_id: '0191e7a0-0000-7000-8000-000000000001',
  pending: 0,
  oldest_at: null,
  stuck: 0,
  app_version: '1',
  persisted: true,
  installed: true,
}
const HEARTBEAT_PATH = '/clients/heartbeat'

interface Call {
  name: string
  method: string
  path: string
  meta: CallMeta
}
const calls: Call[] = Object.entries(contract).flatMap(([noun, group]) =>
  Object.entries(group).map(([verb, procedure]) => {
    const { route, meta } = procedure['~orpc']
    return {
      name: `${noun}.${verb}`,
      method: route.method ?? 'POST',
      path: (route.path ?? '').replaceAll(/\{\w+\}/g, '0191e7a0-0000-7000-8000-00000000000f'),
      meta: meta as CallMeta,
    }
  }),
)
const registered = () =>
  calls.filter((call) => server.app.hasRoute({ method: call.method as 'GET', url: patternOf(call) }))
const patternOf = (call: Call) => {
  const [noun = '', verb = ''] = call.name.split('.')
  const group = contract[noun as keyof typeof contract] as unknown as Record<
    string,
    typeof contract.session.create
  >
  return (group[verb]?.['~orpc'].route.path ?? '').replaceAll(/\{(\w+)\}/g, ':$1')
}

describe('every call', () => {
  it('declares who may use it, and is served (S-1)', () => {
    expect(registered().length).toBeGreaterThan(5)
    for (const { meta } of calls)
      expect(['anyone', 'shop'].includes(meta.access) || meta.access in ABILITIES).toBe(true)
  })

  it('prevents the server from starting without that declaration (S-1)', () => {
    for (const config of [undefined, { access: 'everything', kind: 'read' }, { access: 'anyone' }]) {
      const add = () =>
        server.app.route({ method: 'GET', url: '/x', ...({ config } as object), handler: () => 'x' })
      expect(add).toThrow()
    }
  })

  it('is refused without a session, unless it is public (S-2)', async () => {
    for (const { meta, method, path } of registered()) {
      if (meta.access === 'anyone') continue
      const response = await server.client().send(method, path)
      expect([path, response.status, response.body.code]).toEqual([path, 401, 'not_signed_in'])
    }
  })

  it('is refused to roles without its ability, before its body is read (S-2)', async () => {
    const fleet = await server.build.fleet()
    for (const role of ROLES) {
      const user = await server.as(await server.build.user(fleet, { roles: [role] }))
      for (const { meta, method, path } of registered()) {
        if (meta.access === 'anyone' || meta.access === 'shop') continue
        if ((ABILITIES[meta.access] as readonly string[]).includes(role)) continue
        const response = await user.send(method, path, method === 'GET' ? undefined : '{broken', {
          'content-type': 'application/json',
        })
        expect([role, path, response.status]).toEqual([role, path, 403])
      }
    }
  })

  it('has the headers that distinguish our responses from those of other machines (API-012)', async () => {
    const responses = [
      await client.get('/states?country=US'),
      await client.get('/customers/me'),
      await server.client().get('/customers/me'),
      await client.get('/no/such/call'),
      await client.send('PATCH', '/api/v4/states'),
    ]
    const [meta] = await server.db.query<{ epoch: string }>(sql`select epoch from server_meta`)
    for (const { headers } of responses) {
      expect(headers.get('x-wheelbook-api')).toBe('1')
      expect(headers.get('x-server-epoch')).toBe(meta?.epoch)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('date')).toBeTruthy()
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    }
  })

  it('reports another epoch immediately after the database was restored', async () => {
    await server.db.query(sql`update server_meta set epoch = gen_random_uuid()`)
    const [meta] = await server.db.query<{ epoch: string }>(sql`select epoch from server_meta`)
    expect((await client.get('/customers/me')).headers.get('x-server-epoch')).toBe(meta?.epoch)
  })
})

describe('cross-site writes (S-13)', () => {
  const write = (headers: Record<string, string>) =>
    client.send('POST', `/api/v4${HEARTBEAT_PATH}`, heartbeat, headers)

  it.each<[string, Record<string, string>, number]>([
    ['our own page', { 'sec-fetch-site': 'same-origin' }, 200],
    ['the address bar', { 'sec-fetch-site': 'none' }, 200],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a sibling sub-domain', { 'sec-fetch-site': 'same-site' }, 403],
    ['a program', {}, 200],
    ['an old browser on another site', { origin: 'https://evil.example' }, 403],
    ['an old browser in a sandbox', { origin: 'null' }, 403],
    ['a page that names no app', { 'app-name': '' }, 403],
  ])('%s', async (_, headers, status) => {
    const response = await write(headers)
    expect(response.status).toBe(status)
    if (status === 403) expect(response.body.code).toBe('cross_site')
  })

  it('an old browser on our own page', async () => {
    expect((await write({ origin: server.url })).status).toBe(200)
  })

  it('every unsafe call is refused to another site', async () => {
    for (const { method, path } of registered()) {
      if (method === 'GET') continue
      const response = await client.send(method, path, undefined, { 'sec-fetch-site': 'cross-site' })
      expect([path, response.status]).toEqual([path, 403])
    }
  })
})

describe('bodies', () => {
  const send = (body: unknown, type = 'application/json', path = HEARTBEAT_PATH) =>
    client.post(path, body, { 'content-type': type })
  const text = JSON.stringify(heartbeat)

  it('are accepted as JSON in UTF-8, regardless of the parameters of the type', async () => {
    expect((await send(text, 'application/json; charset=utf-8')).status).toBe(200)
    expect((await send(text, 'Application/JSON')).status).toBe(200)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'application/json/x',
    'text/json',
    'application/xml',
    'multipart/form-data; boundary=x',
    'image/png',
    ' application/json x',
  ])('of type %s are refused (415)', async (type) => {
    expect(await send(text, type)).toMatchObject({ status: 415, body: { code: 'unsupported_media' } })
  })

  it.each([
    ['broken', '{"pending":'],
    ['not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['too deep', `${'['.repeat(30)}${']'.repeat(30)}`],
    ['too wide', JSON.stringify(Object.fromEntries(Array.from({ length: 2100 }, (_, i) => [`k${i}`, i])))],
    ['reaching for prototypes', '{"__proto__":{"pending":1}}'],
    ['reaching for constructors', '{"a":{"constructor":{"prototype":1}}}'],
  ])('that are %s are refused (400, S-23)', async (_, body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { code: 'malformed' } })
  })

  it('above 256 KB are refused (413), by header or by count', async () => {
    const large = `{"a":"${'x'.repeat(300_000)}"}`
    expect(await send(large)).toMatchObject({ status: 413, body: { code: 'too_large' } })
    const chunked = await new Promise<number>((resolve, reject) => {
      const outgoing = httpRequest(`${server.url}/api/v4/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'app-name': 'x' },
      })
      outgoing.on('response', (response) => resolve(response.statusCode ?? 0)).on('error', reject)
      for (let i = 0; i < 40; i++) outgoing.write('x'.repeat(10_000))
      outgoing.end()
    })
    expect(chunked).toBe(413)
  })

  it('that are compressed are refused (415, S-22)', async () => {
    const response = await client.post(HEARTBEAT_PATH, text, {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    })
    expect(response).toMatchObject({ status: 415, body: { code: 'unsupported_media' } })
  })

  it('of files are accepted raw if a call takes one, up to its size', async () => {
    const id = '0191e7a0-0000-7000-8000-000000000009'
    const file = new Blob([new Uint8Array([1, 2, 3])], { type: 'image/png' })
    await client.put(`/glovebox_documents/${id}`, file)
    expect(seen).toMatchObject({ id, bytes: new Uint8Array([1, 2, 3]) })
    const tooLarge = new Blob([new Uint8Array(10_000_000)], { type: 'image/png' })
    expect((await client.put(`/glovebox_documents/${id}`, tooLarge)).status).toBe(413)
  })
})

describe('input', () => {
  it('keeps the types of JSON: text is no number there', async () => {
    const response = await client.post(HEARTBEAT_PATH, { ...heartbeat, pending: '3' })
    expect(response).toMatchObject({
      status: 422,
      body: { code: 'validation', fields: { pending: expect.any(Array) } },
    })
  })

  it('reads numbers and booleans from a query, and refuses a name given twice', async () => {
    await client.get('/vehicles?page=2&is_active=false&search=12')
    expect(seen).toMatchObject({ page: 2, is_active: false, search: '12', per_page: 100 })
    expect((await client.get('/vehicles?page=1&page=2')).status).toBe(422)
    expect((await client.get('/vehicles?__proto__[x]=1')).status).toBe(400)
  })

  it('reads the multipart form of the specification unchanged', async () => {
    const form = new FormData()
    form.set('glovebox_item[vehicle_id]', '7')
    form.set('glovebox_item[document_type]', 'registration')
    form.set('glovebox_item[document_number]', '0042')
    form.set(
      'glovebox_item[glovebox_documents_attributes][0][document_url]',
      new File(['%PDF-'], 'a.pdf', { type: 'application/pdf' }),
    )
    form.set('glovebox_item[glovebox_documents_attributes][1][id]', heartbeat.device_id)
    form.set('glovebox_item[glovebox_documents_attributes][1][_destroy]', 'true')
    await client.post('/glovebox_items', form)
    expect(seen).toMatchObject({
      glovebox_item: {
        vehicle_id: 7,
        document_number: '0042',
        glovebox_documents_attributes: [{ document_url: { name: 'a.pdf' } }, { _destroy: true }],
      },
    })
  })

  it('limits the parts and files of a form (S-20)', async () => {
    const many = new FormData()
    for (let i = 0; i < 600; i++) many.append(`f${i}`, 'x')
    expect((await client.post('/glovebox_items', many)).status).toBe(413)
    const files = new FormData()
    for (let i = 0; i < 11; i++) files.append(`f${i}`, new File(['x'], 'x.png'))
    expect((await client.post('/glovebox_items', files)).status).toBe(413)
    const broken = client.post('/glovebox_items', 'no parts', {
      'content-type': 'multipart/form-data; boundary=b',
    })
    expect((await broken).status).toBe(400)
  })

  it('refuses a form with too many parts or endless headers before it is parsed, without delaying others (S-20)', async () => {
    const head = { 'content-type': 'multipart/form-data; boundary=b' }
    const opening = '--b\r\nContent-Disposition: form-data; name="a"\r\n'
    const parts = `${`${opening}\r\n\r\n`.repeat(20_000)}--b--`
    const heads = `${opening}${'X: y\r\n'.repeat(20_000)}\r\n\r\n--b--`
    expect((await client.post('/glovebox_items', parts, head)).status).toBe(413)
    expect((await client.post('/glovebox_items', heads, head)).status).toBe(400)
    const unnamed = { 'content-type': 'multipart/form-data' }
    expect((await client.post('/glovebox_items', parts.slice(0, 1000), unnamed)).status).toBe(400)
  })

  it('takes values named in the path from the path alone', async () => {
    const [inPath, inBody] = ['0191e7a0-0000-7000-8000-00000000000a', '0191e7a0-0000-7000-8000-00000000000b']
    await client.put(`/glovebox_items/${inPath}`, {
      id: inBody,
      glovebox_item: { vehicle_id: 1, document_type: 'other', document_title: 'x' },
    })
    expect(seen).toMatchObject({ id: inPath })
  })

  it('reports each invalid field by its path, and missing ones as required', async () => {
    const response = await client.post('/glovebox_items', {
      glovebox_item: {
        document_type: 'passport',
        glovebox_documents_attributes: [{ id: 'x', file_name: 'a.pdf' }],
      },
    })
    expect(response.body.fields).toMatchObject({
      'glovebox_item.vehicle_id': ['required'],
      'glovebox_item.document_type': ['document_type'],
    })
    expect(Object.keys(response.body.fields).join()).toContain(
      'glovebox_item.glovebox_documents_attributes.0',
    )
  })
})

describe('failures', () => {
  it('have one shape, with an id that the log contains (API-017, S-34)', async () => {
    const response = await client.get('/no/such/call')
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(response.body).toMatchObject({
      type: '/problems/not_found',
      status: 404,
      code: 'not_found',
      alertType: 'error',
      errors: [response.body.alertMessage],
      request_id: response.headers.get('x-request-id'),
    })
  })

  it('distinguish a wrong method from an unknown path', async () => {
    const response = await client.send('DELETE', '/api/v4/states')
    expect(response).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
    expect(response.headers.get('allow')).toBe('GET')
  })

  it.each<[string, () => Error, number, string]>([
    ['a fault of ours', () => new TypeError('x is not a function'), 500, 'internal'],
    [
      'a broken statement',
      () => Object.assign(new Error('column "secret" does not exist'), { code: '42703' }),
      500,
      'internal',
    ],
    ['a full disk', () => Object.assign(new Error('No space left'), { code: 'ENOSPC' }), 503, 'unavailable'],
    [
      'a database that shuts down',
      () => Object.assign(new Error('terminating'), { code: '57P01' }),
      503,
      'unavailable',
    ],
    [
      'a database that is away',
      () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
      503,
      'unavailable',
    ],
    ['a pool that is empty', () => new Error('timeout exceeded when trying to connect'), 503, 'unavailable'],
  ])('reveal no internals: %s', async (_, make, status, code) => {
    const error = make()
    fault = () => {
      throw error
    }
    const response = await client.get('/states?country=US')
    fault = () => {}
    expect(response).toMatchObject({ status, body: { code } })
    expect(JSON.stringify(response.body)).not.toContain(error.message)
    if (status === 503) expect(response.headers.get('retry-after')).toBe('2')
    expect((await client.get('/states?country=US')).status).toBe(200)
  })

  it('use the language that the browser prefers, if the brand has it (BRD-023)', async () => {
    const canadian = { host: 'boreal.localhost', 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.8' }
    const french = await new Promise<string>((resolve, reject) => {
      httpRequest(`${server.url}/api/v4/customers/me`, { headers: canadian }, (response) => {
        let body = ''
        response.on('data', (chunk) => {
          body += chunk
        })
        response.on('end', () => resolve(JSON.parse(body).alertMessage))
      })
        .on('error', reject)
        .end()
    })
    expect(french).toContain('Votre session est fermée')
  })
})

describe('log (S-32)', () => {
  it('contains ids of requests, users and fleets, and no secret, address, name or search', async () => {
    log = ''
    const user = await server.build.user(await server.build.fleet(), { email: 'very.private@example.com' })
    const token = await server.build.session(user)
    const own = server.client({ cookie: `authentication_token=${token}`, authorization: `Bearer ${token}` })
    await own.get('/vehicles?search=canary-search')
    await own.post('/sessions', { email: 'very.private@example.com', password: 'canary-password' })
    fault = () => {
      throw Object.assign(new Error('duplicate key'), {
        code: '23505',
        detail: 'Key (email)=(canary) exists.',
      })
    }
    await own.get('/states?country=US')
    fault = () => {}
    expect(log).toContain('duplicate key')
    expect(log).toContain(`"user":${user.id}`)
    for (const secret of [token, 'very.private', 'canary']) expect(log).not.toContain(secret)
  })
})

describe('health (R-15)', () => {
  it('is ready while it can write, and not while it is stopping', async () => {
    expect((await client.send('GET', '/livez')).status).toBe(200)
    expect((await client.send('GET', '/readyz')).status).toBe(200)
    server.readiness.isStopping = true
    expect((await client.send('GET', '/readyz')).status).toBe(503)
    expect((await client.send('GET', '/livez')).status).toBe(200)
    server.readiness.isStopping = false
  })
})
