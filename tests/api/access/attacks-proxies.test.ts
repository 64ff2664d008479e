// A request's own claims never decide its client address or scheme (S-10, S-15, S-26).
import { request } from 'node:http'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { PASSWORD } from '#tests/support/builders.ts'
import { channel, closeChannels } from '#tests/support/push-channel.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#tests/support/server.ts'

let server: TestServer
let logged: string[] = []
const running = new Map<string, { server: TestServer; logged: string[] }>()
afterEach(closeChannels)
afterAll(() => Promise.all([...running.values()].map((one) => one.server.stop())))

/** Starts the server with this configuration, once. */
async function serve(config: NonNullable<TestServerOptions['config']>) {
  const key = JSON.stringify(config)
  let one = running.get(key)
  if (!one) {
    const lines: string[] = []
    one = { server: await startTestServer({ config, logTo: (line) => lines.push(line) }), logged: lines }
    running.set(key, one)
  }
  server = one.server
  logged = one.logged
}

/** Tries unknown keys, each time with this header, and returns how many attempts were allowed. */
async function triesUntilRefused(forwardedFor: (n: number) => string, most = 60): Promise<number> {
  for (let n = 1; n <= most; n++) {
    const { status } = await server
      .client({ 'x-forwarded-for': forwardedFor(n) })
      .post('/sessions', { key: `${'k'.repeat(40)}${n}` })
    if (status === 429) return n
    expect([400, 401, 403, 404, 422]).toContain(status)
  }
  return Number.POSITIVE_INFINITY
}

const bucketNames = async () =>
  (await server.db.query<{ bucket: string }>({ text: 'select bucket from attempts', values: [] }))
    .map(({ bucket }) => bucket)
    .join('\n')

describe('a forged X-Forwarded-For', () => {
  it.each([
    ['no proxy is trusted', null, (n: number) => `66.${n}.66.66`],
    ['one proxy is trusted', 1, (n: number) => `66.${n}.66.66, 198.51.100.7`],
    ['its address is trusted', ['127.0.0.0/8'], (n: number) => `66.${n}.66.66, 198.51.100.7`],
    ['another address is trusted', ['10.0.0.1'], (n: number) => `66.${n}.66.66, 10.0.0.1`],
    ['the proxy adds ports', 1, (n: number) => `66.${n}.66.66, 198.51.101.7:${5000 + n}`],
    ['the proxy writes IPv4 as IPv6', 1, (n: number) => `66.${n}.66.66, ::ffff:198.51.102.7`],
    ['its entry is no address', 1, (n: number) => `66.${n}.66.66, unknown${n}`],
    ['it is long', 1, (n: number) => `${'66.66.66.66, '.repeat(500)}66.${n}.66.66, 198.51.103.7`],
  ])('creates no new rate limit and appears in no log where %s', async (_what, trustProxy, header) => {
    await serve({ trustProxy })
    expect(await triesUntilRefused(header)).toBeLessThan(60)
    expect(await bucketNames()).not.toContain('66.')
    expect(logged.join('')).not.toMatch(/66\.\d+\.66\.66/)
  })

  it('gives two clients behind one trusted proxy separate limits', async () => {
    await serve({ trustProxy: 1 })
    expect(await triesUntilRefused(() => '198.51.110.7')).toBeLessThan(60)
    expect(await triesUntilRefused(() => '203.0.113.7', 3)).toBe(Number.POSITIVE_INFINITY)
  })

  it('logs one warning if no proxy is trusted, and none if one is', async () => {
    const warnings = () => logged.filter((line) => line.includes('TRUST_PROXY'))
    await serve({ trustProxy: null })
    for (let i = 0; i < 5; i++) await server.client({ 'x-forwarded-for': '66.66.66.66' }).get('/ping')
    expect(warnings()).toHaveLength(1)
    await serve({ trustProxy: 1 })
    await server.client({ 'x-forwarded-for': '198.51.100.7' }).get('/ping')
    expect(warnings()).toEqual([])
  })
})

describe('where PUBLIC_URL is https and the proxy names no scheme', () => {
  const https = { publicUrl: 'https://fleet.example', trustProxy: null }

  it('cookies are Secure, whatever scheme a request claims', async () => {
    await serve(https)
    const fleet = await server.build.fleet({ flags: { multifactor_authentication: false } })
    const user = await server.build.user(fleet)
    for (const headers of [{}, { 'x-forwarded-proto': 'http' }] as Record<string, string>[]) {
      const response = await server
        .client(headers)
        .post('/sessions', { email: user.email, password: PASSWORD, remember_me: true })
      expect(response.status).toBeLessThan(300)
      expect(response.headers.getSetCookie().length).toBeGreaterThanOrEqual(5)
      for (const line of response.headers.getSetCookie()) expect(line).toContain('; Secure')
    }
  })

  it('every response sets HSTS, also for a malformed address', async () => {
    await serve(https)
    for (const path of ['/livez', '/api/v4/ping', '/api/v4/nothing', '/%zz']) {
      const hsts = await new Promise((resolve, reject) => {
        const { hostname, port } = new URL(server.url)
        request({ hostname, port, path }, (response) => {
          response.resume()
          resolve(response.headers['strict-transport-security'])
        })
          .once('error', reject)
          .end()
      })
      expect(hsts, path).toBe('max-age=31536000; includeSubDomains')
    }
  })

  it('writes and push channels are accepted only from pages of the https address', async () => {
    await serve(https)
    const host = { host: 'fleet.example' }
    await channel(server.url, { ...host, origin: 'https://fleet.example' }).opened
    await expect(channel(server.url, { ...host, origin: 'http://fleet.example' }).opened).rejects.toThrow(
      '403',
    )
    const write = (origin: string) => server.client({ origin }).post('/sessions', {})
    expect((await write('http://fleet.example')).status).toBe(403)
    expect((await write('https://fleet.example')).status).not.toBe(403)
  })

  it('a plain http address stays plain: no Secure cookie, which a browser would drop, and no HSTS', async () => {
    await serve({ publicUrl: 'http://fleet.example', trustProxy: null })
    const response = await server.client({ 'x-forwarded-proto': 'https' }).get('/ping')
    expect(response.headers.get('strict-transport-security')).toBeNull()
  })
})
