// Forged hosts, broken or oversized requests, request smuggling, parameter pollution, patterns in searches.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { solveCaptcha } from '#tests/support/captcha.ts'
import type { Client } from '#tests/support/client.ts'
import { fastestOf } from '#tests/support/fastest-of.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client
let cookie: string
let fleet: { id: number }
beforeAll(async () => {
  server = await startTestServer({ config: { publicUrl: 'https://fleet.example', demo: true } })
  fleet = await server.build.fleet({ flags: { multifactor_authentication: false } })
  const user = await server.build.user(fleet, { roles: ['Super Admin'] })
  cookie = `authentication_token=${await server.build.session(user)}`
  client = server.client({ cookie })
})
afterAll(() => server.stop())

/** Writes bytes on a separate socket and returns all that comes back until the server closes it. */
async function raw(text: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(text)
  return Buffer.concat(await socket.toArray()).toString()
}
const statusesIn = (responseText: string) =>
  [...responseText.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, code]) => Number(code))
const get = (path: string, head: string) => `GET ${path} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`

describe('a forged host (S-14)', () => {
  const FORGED = [
    'Host: evil.example\r\n',
    'Host: localhost\r\nX-Forwarded-Host: evil.example\r\n',
    'Host: localhost\r\nForwarded: host=evil.example\r\n',
    'Host: localhost\r\nX-Host: evil.example\r\nX-Original-URL: /evil\r\nX-Rewrite-URL: /evil\r\n',
    'Host: localhost@evil.example\r\n',
    'Host: evil.example:80#localhost\r\n',
    'Host: fleet.example.evil.example\r\n',
    'Host: boreal.evil.example\r\n',
    'Host: evil.fleet.example\r\n',
    'Host: boreal.evil.fleet.example\r\n',
  ]
  it.each(FORGED)('%j gets into no page, manifest, answer or redirect', async (head) => {
    for (const path of [
      '/',
      '/sign_in',
      '/manifest.webmanifest',
      '/api/v4/feature_flags',
      '/api/v4/none',
      '//x',
    ]) {
      const response = await raw(get(path, head))
      expect(response, path).not.toContain('evil')
      expect(response, path).not.toMatch(/^location:/im)
    }
  })

  it.each(FORGED)('%j gets into no mail (S-11)', async (head) => {
    const user = await server.build.user(fleet)
    const captcha_token = await solveCaptcha(client)
    const body = JSON.stringify({ email: user.email, captcha_token })
    const result = await raw(
      `POST /api/v4/customers/reset_password HTTP/1.1\r\n${head}App-Name: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
    await server.db.query(sql`delete from attempts`)
    if (statusesIn(result)[0] === 400) return
    expect(statusesIn(result)).toEqual([200])
    const [mail] = await server.db.query<{ text: string }>(
      sql`select subject || text as text from mails where recipient = ${user.email}`,
    )
    expect(mail?.text).toContain('https://fleet.example/reset_password?')
    expect(mail?.text).not.toContain('evil')
  })

  it('refuses two hosts, no host, or one with a line break', async () => {
    for (const head of ['Host: localhost\r\nHost: evil.example\r\n', '', 'Host: a\nX: evil.example\r\n'])
      expect((await raw(get('/api/v4/ping', head))).slice(0, 12), head).toMatch(/^HTTP\/1\.1 400|^$/)
  })

  it('a host in the request line does not replace the header', async () => {
    const result = await raw(get('http://evil.example/sign_in', 'Host: localhost\r\n'))
    expect(result).not.toContain('evil')
  })
})

describe('requests that two servers could parse differently (S-30)', () => {
  const inner = 'GET /api/v4/smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
  const post = (head: string, body: string) =>
    `POST /api/v4/sessions HTTP/1.1\r\nHost: x\r\nApp-Name: x\r\nContent-Type: application/json\r\n${head}\r\n${body}`
  it.each([
    ['length and chunks', post(`Content-Length: 5\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${inner}`)],
    [
      'chunks twice',
      post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `0\r\n\r\n${inner}`),
    ],
    ['chunks with a tab', post('Transfer-Encoding:\tchunked, identity\r\n', `0\r\n\r\n${inner}`)],
    ['an unknown coding', post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${inner}`)],
    ['a space before the colon', post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${inner}`)],
    ['a length with a sign', post('Content-Length: +5\r\n', `{"a":${inner}`)],
    ['two lengths', post('Content-Length: 2\r\nContent-Length: 9\r\n', `{}${inner}`)],
    ['a list of lengths', post('Content-Length: 2, 2\r\n', `{}${inner}`)],
    ['a chunk of a broken size', post('Transfer-Encoding: chunked\r\n', `2;\r\n{}\r\n-1\r\n${inner}`)],
    ['a bare line feed', `GET /livez HTTP/1.1\nHost: x\n\n${inner}`],
    ['a null in the head', `GET /livez HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n${inner}`],
  ])(
    '%s: refuses it, closes the connection, and treats nothing after it as a second request',
    async (_, text) => {
      const statuses = statusesIn(await raw(text))
      expect(statuses).toHaveLength(1)
      expect(statuses[0]).toBe(400)
    },
  )

  it('the body of a read is not parsed as a request', async () => {
    const body = inner
    const responseText = await raw(
      `GET /api/v4/ping HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
    expect(statusesIn(responseText)).toHaveLength(1)
  })
})

describe('heads that are too large', () => {
  it.each([
    ['one header of 64 KB', `X-Big: ${'x'.repeat(65_000)}\r\n`],
    ['a cookie of 64 KB', `Cookie: a=${'x'.repeat(65_000)}\r\n`],
    ['three thousand headers', Array.from({ length: 3000 }, (_, i) => `X-${i}: 1\r\n`).join('')],
  ])('%s: refuses it', async (_, head) => {
    const result = await raw(get('/api/v4/ping', `Host: x\r\n${head}`))
    expect(result).toMatch(/^HTTP\/1\.1 (431|400) |^$/)
  })

  it('refuses an address of 20 KB and keeps running', async () => {
    expect(await raw(get(`/vehicles?x=${'a'.repeat(20_000)}`, 'Host: x\r\n'))).toMatch(
      /^HTTP\/1\.1 (431|414|400) |^$/,
    )
    expect((await client.get('/ping')).status).toBe(200)
  })

  it('parses thousands of cookies without delay', async () => {
    const many = Array.from({ length: 1500 }, (_, i) => `c${i}=1`).join('; ')
    const tookMs = await fastestOf(2000, async () => {
      expect((await server.client({ cookie: `${many}; ${cookie}` }).get('/customers/me')).status).toBe(200)
    })
    expect(tookMs).toBeLessThan(2000)
  })
})

describe('values that target internals', () => {
  // S-23
  it('no name in a query or JSON changes the behavior of objects', async () => {
    for (const name of [
      '__proto__',
      'constructor',
      'prototype',
      'a[__proto__]',
      '__proto__[polluted]',
      'x[constructor][prototype]',
    ])
      await client.get(`/vehicles?${encodeURIComponent(name)}=polluted`)
    for (const body of [
      '{"__proto__":{"polluted":1}}',
      '{"email":{"__proto__":{"polluted":1}}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"\\u005f_proto__":{"polluted":1}}',
    ])
      expect((await client.post('/sessions', body, { 'content-type': 'application/json' })).status).toBe(400)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  // S-24
  it('finds pattern characters literally, and nothing else with them', async () => {
    const own = await server.build.fleet()
    for (const name of ['100% Van', 'Under_score', 'Back\\slash', "O'Hara; drop table vehicles", 'Plain'])
      await server.build.vehicle(own, { name })
    const owner = await server.as(await server.build.user(own))
    const found = async (search: string) => {
      const { body } = await owner.get(`/vehicles?search=${encodeURIComponent(search)}`)
      return body.vehicles.map((vehicle: { name_of_vehicle: string }) => vehicle.name_of_vehicle)
    }
    expect(await found('%')).toEqual(['100% Van'])
    expect(await found('_')).toEqual(['Under_score'])
    expect(await found('\\')).toEqual(['Back\\slash'])
    expect(await found("'")).toEqual(["O'Hara; drop table vehicles"])
    for (const search of ['%%%', '_%_', "' or 1=1 --", "') union select 1 --", '$1', '.*', '[a-z]'])
      expect([search, await found(search).catch(() => [])]).toEqual([search, []])
  })

  it('searches fleets literally too; expensive patterns cost no time', async () => {
    await server.build.fleet({ name: 'Hundred%%%Fleet' })
    const found = async (query: string) => {
      const { body } = await client.get(`/api/v6/fleets?query=${encodeURIComponent(query)}`)
      return (body.fleets ?? []).length
    }
    expect(await found('___')).toBe(0)
    expect(await found("' or 'a'='a")).toBe(0)
    expect(await fastestOf(2000, () => found('%a'.repeat(40)))).toBeLessThan(2000)
  })
})
