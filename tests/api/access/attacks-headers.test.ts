// Security headers of every response: framing, sniffing, policies, transport, caching, cookies (S-14, S-15).
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { aWorld, CASES, callsOfContract, type Target } from '../core/samples.ts'

const INDEX = `<!doctype html>
<html lang="en"><head><!--page--><!--/page--></head>
<body><div id="root"></div><script type="module" src="/assets/main-abc.js"></script></body></html>`

let dist: string
let server: TestServer
let cookie: string
let target: Target
let email: string
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'wheelbook-dist-'))
  await mkdir(join(dist, 'assets'))
  await writeFile(join(dist, 'index.html'), INDEX)
  await writeFile(join(dist, 'sw.js'), 'self.x = 1')
  await writeFile(join(dist, 'assets/main-abc.js'), 'export {}')
  await writeFile(join(dist, 'assets/picture.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  server = await startTestServer({
    distFolder: dist,
    config: { demo: true, trustProxy: 1, exposeMailbox: true },
  })
  const service = await server.build.service()
  const world = await aWorld(server, service.id)
  const { user } = await world.clientOf(['Super Admin'])
  email = user.email
  cookie = `authentication_token=${await server.build.session({ ...user, fleetId: world.fleet.id })}`
  target = { ...world.assigned, userId: user.id }
})
afterAll(async () => {
  await server.stop()
  await rm(dist, { recursive: true })
})

const PAGES = ['/', '/sign_in', '/vehicles/7', '/sign_in?error_message=<script>', '/mailbox']
const FILES = [
  '/assets/main-abc.js',
  '/assets/picture.svg',
  '/sw.js',
  '/manifest.webmanifest',
  '/brand/icon.svg',
]
const OTHERS = [
  '/livez',
  '/readyz',
  '/assets/gone.js',
  '/nothing.php',
  '/%ff',
  '/api/v4/none',
  '/api/v4/ping',
  '/api/cable',
]

async function request(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(server.url + path, { method, headers, redirect: 'manual' })
  await response.arrayBuffer()
  return response
}

/** Directives of a policy, by name. */
const policyOf = (response: Response) =>
  Object.fromEntries(
    (response.headers.get('content-security-policy') ?? '')
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...values]) => [name, values]),
  ) as Record<string, string[]>

function expectGuarded(response: Response, what: string) {
  const { headers } = response
  expect(headers.get('x-content-type-options'), what).toBe('nosniff')
  expect(headers.get('x-frame-options'), what).toBe('DENY')
  expect(headers.get('referrer-policy'), what).toBe('no-referrer')
  expect(headers.get('cross-origin-opener-policy'), what).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy'), what).toBe('same-origin')
  expect(headers.get('permissions-policy'), what).toContain('camera=(self)')
  expect(headers.get('permissions-policy'), what).toContain('geolocation=(self)')
  expect(headers.get('permissions-policy'), what).toContain('microphone=()')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy, what).toContain('default-src')
  expect(policy, what).not.toMatch(/unsafe-inline|unsafe-eval|unsafe-hashes|\*|http:/)
  for (const name of ['server', 'x-powered-by', 'via', 'access-control-allow-origin'])
    expect(headers.get(name), `${what} ${name}`).toBeNull()
}

describe('every response', () => {
  it.each([...PAGES, ...FILES, ...OTHERS])('%s is guarded', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const response = await request(path, {}, method)
      expectGuarded(response, `${method} ${path}`)
      // No response redirects elsewhere.
      expect(response.headers.get('location')).toBeNull()
      expect([301, 302, 303, 307, 308]).not.toContain(response.status)
    }
  })

  it('every call has security headers and is private and uncached, with and without a session', async () => {
    for (const { name } of callsOfContract()) {
      const { method, path } = await CASES[name]!.sample(target)
      for (const headers of [{}, { cookie, 'app-name': 'wheelbook' }]) {
        const response = await request(path, headers, method)
        expectGuarded(response, name)
        const caching = response.headers.get('cache-control') ?? ''
        // The user's own browser may cache files, but revalidates them each time.
        expect(caching, name).toMatch(/^(no-store|private, no-cache)$/)
        expect(policyOf(response)['default-src'], name).toEqual(["'none'"])
        expect(response.headers.get('location'), name).toBeNull()
      }
    }
  })

  it('sends HSTS over https, and not over http', async () => {
    for (const path of ['/', '/api/v4/ping', '/assets/main-abc.js', '/gone.js']) {
      const secure = await request(path, { 'x-forwarded-proto': 'https' })
      expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
      expect((await request(path)).headers.get('strict-transport-security')).toBeNull()
    }
  })
})

describe('the page', () => {
  it('cannot be framed, posts forms only to our host, and runs only scripts from files', async () => {
    for (const path of PAGES.filter((page) => page !== '/mailbox')) {
      const policy = policyOf(await request(path))
      expect(policy['frame-ancestors']).toEqual(["'none'"])
      expect(policy['script-src']?.filter((source) => !source.startsWith('https://'))).toEqual(["'self'"])
      expect(policy['object-src']).toEqual(["'none'"])
      expect(policy['base-uri']).toEqual(["'none'"])
      expect(policy['form-action']).toEqual(["'self'"])
      expect(policy['style-src-attr']).toEqual(["'none'"])
      expect(policy['style-src-elem']?.join(' ')).toMatch(/^'self' 'nonce-[\w+/=]{24}'$/)
      expect(policy['require-trusted-types-for']).toEqual(["'script'"])
    }
  })

  it('has a different nonce each time, and contains nothing of the address or the host', async () => {
    const seen = new Set<string>()
    for (let i = 0; i < 20; i++) {
      const response = await fetch(`${server.url}/sign_in?error_message=canary-${i}`)
      const text = await response.text()
      expect(text).not.toContain('canary')
      seen.add(/nonce="([^"]+)"/.exec(text)?.[1] ?? '')
    }
    expect(seen.size).toBe(20)
  })
})

describe('cookies', () => {
  it('are limited to this host and this site, and to https on https; no script reads session cookies', async () => {
    const fleet = await server.build.fleet({ flags: { multifactor_authentication: false } })
    const user = await server.build.user(fleet)
    const signIn = (headers: Record<string, string>) =>
      server.client(headers).post('/sessions', { email: user.email, password: PASSWORD, remember_me: true })
    const secure = await signIn({ 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.1.1.1' })
    const plain = await signIn({ 'x-forwarded-for': '10.1.2.1' })
    const gone = await server
      .client({ cookie: `authentication_token=${await server.build.session(user)}` })
      .delete('/shell_sessions')
    expect(secure.headers.getSetCookie().length).toBeGreaterThanOrEqual(5)
    for (const response of [secure, plain, gone]) {
      for (const line of response.headers.getSetCookie()) {
        expect(line).toMatch(/; Path=\/.*; SameSite=Lax/)
        expect(line).not.toMatch(/domain/i)
        const isSecret = /^(__Host-)?(authentication_token|device_token)=[^;]/.test(line)
        expect(line.includes('HttpOnly')).toBe(isSecret)
        expect(line.includes('; Secure')).toBe(response === secure)
      }
    }
  })

  it('contain nothing from the request', async () => {
    const response = await server
      .client({ 'x-forwarded-for': '10.1.3.1', 'x-forwarded-host': 'evil.example', host: 'evil.example' })
      .post('/sessions', { email: `${email}\r\nSet-Cookie: a=b`, password: PASSWORD })
    expect(response.headers.getSetCookie()).toEqual([])
  })
})
