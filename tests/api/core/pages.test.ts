// The page and its files per host: brand, language, policy, caching (ruling 13).
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const listsOf = (language: string) =>
  Object.fromEntries(
    ['gate', 'tabs', 'app', 'dashboard'].map((way) => [way, [`/assets/${way}-${language}.js`]]),
  )
const INDEX = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <!--page--><title>x</title><!--/page-->
    <!--preload-lists:${JSON.stringify({ en: listsOf('en'), fr: listsOf('fr') })}-->
  </head>
  <body><div id="root"></div><script type="module" src="/assets/main-abc.js"></script></body>
</html>`

let dist: string
let server: TestServer
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'wheelbook-dist-'))
  await mkdir(join(dist, 'assets'))
  await writeFile(join(dist, 'index.html'), INDEX)
  await writeFile(join(dist, 'sw.js'), 'self.x = 1')
  await writeFile(join(dist, 'assets/main-abc.js'), `const text = '${'x'.repeat(5000)}'`)
  server = await startTestServer({ distFolder: dist, config: { demo: true } })
})
afterAll(async () => {
  await server.stop()
  await rm(dist, { recursive: true })
})

/** A GET with a custom Host header, which fetch does not allow. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, string>; body: Buffer; text: string }>(
    (resolve, reject) => {
      const url = new URL(server.url)
      request({ host: url.hostname, port: url.port, path, headers }, async (response) => {
        const body = Buffer.concat(await response.toArray())
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string>,
          body,
          text: body.toString(),
        })
      })
        .on('error', reject)
        .end()
    },
  )
}

it('reports an unknown path under an address of the server as not found, and not as a page', async () => {
  for (const path of [
    '/api',
    '/api/v9/x',
    '/metrics',
    '/metrics/x',
    '/health',
    '/healthz',
    '/readyz/x',
    '/assets/x',
  ])
    expect((await get(path)).status, path).toBe(404)
  for (const path of ['/.well-known/security', '/brand', '/fonts'])
    expect((await get(path)).status, path).toBe(404)
  for (const path of ['/apiary', '/metric', '/vehicles'])
    expect((await get(path)).headers['content-type'], path).toContain('text/html')
})

describe('the page', () => {
  it('has the brand and language of the host, from the first byte (ruling 13)', async () => {
    const boreal = await get('/vehicles/7?x=1', { host: 'boreal.localhost:3000', 'accept-language': 'fr-CA' })
    expect(boreal.text).toContain('<html lang="fr">')
    expect(boreal.text).toContain('<title>Boreal')
    expect(boreal.text).toMatch(/<script type="application\/json" id="brand">{"key":"boreal"/)
    expect(boreal.text).toContain('"mailboxUrl":"/mailbox"')
    expect(boreal.text.match(/rel="manifest"/g)).toHaveLength(1)
    const wheelbook = await get('/', { host: 'localhost' })
    expect(wheelbook.text).toContain('<title>Wheelbook')
    expect(wheelbook.text).toContain('<html lang="en">')
  })

  it.each(['evil.example', '"><script>alert(1)</script>', 'boreal.evil"', '[::1]:80', '..'])(
    'shows the default or a listed brand to the host %s, and never the host itself (S-14)',
    async (host) => {
      const { text, status } = await get('/', { host })
      expect(status).toBe(200)
      expect(text).toMatch(/id="brand">{"key":"(wheelbook|boreal)"/)
      expect(text).not.toContain('evil')
      expect(text).not.toContain('alert(1)')
    },
  )

  it('contains the first frame of the app, in the brand’s colors and both languages', async () => {
    const { text } = await get('/dashboard', { host: 'boreal.localhost' })
    const { theme } = JSON.parse(/id="brand">(.*?)<\/script>/.exec(text)?.[1] ?? '{}')
    expect(text).toMatch(/<template id="first-frame">.*<p lang="en".*<p lang="fr".*<\/template>/)
    expect(text).toContain(`.first-frame{--ground:${theme.light.background};`)
    expect(text).toContain(`[data-scheme=dark] .first-frame{--ground:${theme.dark.background};`)
  })

  it('contains the outline of the sign-in screen, where nothing can be used', async () => {
    const outlineOf = async (brand: string) => {
      const { text } = await get('/sign_in', { host: `${brand}.localhost` })
      return /<template id="sign-in-outline">(.*?)<\/template>/s.exec(text)?.[1] ?? ''
    }
    const boreal = await outlineOf('boreal')
    expect(boreal).toMatch(/<div class="sign-in-outline" lang="en" aria-hidden="true">.*Email address/s)
    expect(boreal).toMatch(/<div class="sign-in-outline" lang="fr" aria-hidden="true">.*Adresse courriel/s)
    expect(boreal).not.toMatch(/<(a|button|input|form|h1|script)\b/)
    const partner = await outlineOf('trackline')
    expect(partner, 'a partner’s users have no form').toContain(
      'Trackline users sign in on the Trackline site',
    )
    expect(partner).not.toContain('Email address')
  })

  it('runs only our own files: nonce and policy match, and the response is never 304 (S-15)', async () => {
    const first = await get('/')
    const again = await get('/', {
      'if-none-match': first.headers.etag ?? '*',
      'if-modified-since': new Date().toUTCString(),
    })
    expect(again.status).toBe(200)
    const policy = first.headers['content-security-policy'] ?? ''
    const nonce = /nonce="([^"]+)"/.exec(first.text)?.[1]
    expect(policy).toContain(`style-src-elem 'self' 'nonce-${nonce}'`)
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(again.text).not.toContain(`nonce="${nonce}"`)
    expect(first.headers['cache-control']).toBe('no-cache')
    expect(first.headers['x-content-type-options']).toBe('nosniff')
  })

  it('may connect to no other host than the error reporting one (API-019)', async () => {
    const policyOf = (response: { headers: Record<string, string> }) =>
      response.headers['content-security-policy'] ?? ''
    expect(policyOf(await get('/'))).toContain("connect-src 'self';")
    const errorReportUrl = 'https://reports.example/in?key=1'
    const reporting = await startTestServer({ distFolder: dist, config: { errorReportUrl } })
    try {
      const response = await fetch(reporting.url)
      expect(policyOf({ headers: Object.fromEntries(response.headers) })).toContain(
        "connect-src 'self' https://reports.example;",
      )
      expect(await response.text()).toContain(`"errorReportUrl":"${errorReportUrl}"`)
    } finally {
      await reporting.stop()
    }
  })

  it.each([
    '/assets/gone.js',
    '/nothing.css',
    '/api/nothing',
    '/brand/nothing',
    '/brand/..%2fbrand.json',
    '/index.html',
  ])('is no response to %s: a missing file is 404', async (path) => {
    const response = await get(path)
    expect([path, response.status, response.text.startsWith('{')]).toEqual([path, 404, true])
  })

  it.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%00',
    '//etc/passwd',
    '/..%5cpackage.json',
  ])('never returns a file outside of the app for %s (S-21)', async (path) => {
    const response = await get(path)
    expect(response.text).not.toContain('"dependencies"')
    expect(response.text).not.toContain('root:')
  })

  it('refuses other methods on its addresses', async () => {
    expect((await server.client().send('POST', '/vehicles')).status).toBe(404)
  })
})

describe('preloads of the page', () => {
  const linksIn = ({ text }: { text: string }) =>
    [...text.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, file]) => file)
  const page = { 'sec-fetch-dest': 'document' }

  it('are what the entry screens need: signed out, signed in, and the dashboard; in the language of the page', async () => {
    expect(linksIn(await get('/sign_in', page))).toEqual(['/assets/gate-en.js'])
    expect(linksIn(await get('/', { ...page, host: 'boreal.localhost', 'accept-language': 'fr' }))).toEqual([
      '/assets/gate-fr.js',
    ])
    // Its sign-in has tabs.
    expect(linksIn(await get('/sign_in', { ...page, host: 'petrolane.localhost' }))).toEqual([
      '/assets/gate-en.js',
      '/assets/tabs-en.js',
    ])
    const known = { ...page, cookie: 'current_fleet_id=7' }
    expect(linksIn(await get('/vehicles', known))).toEqual(['/assets/app-en.js'])
    expect(linksIn(await get('/dashboard', known))).toEqual(['/assets/app-en.js', '/assets/dashboard-en.js'])
  })

  it('are none for the service worker, which caches the page for all', async () => {
    for (const headers of [{}, { 'sec-fetch-dest': 'empty' }]) {
      const response = await get('/', headers)
      expect(linksIn(response)).toEqual([])
      expect(response.text).not.toContain('preload-lists')
    }
  })
})

describe('files of the app', () => {
  it('with a hash in their name are cached permanently, the service worker is revalidated', async () => {
    expect((await get('/assets/main-abc.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    const worker = await get('/sw.js')
    expect(worker.headers).toMatchObject({ 'cache-control': 'no-cache', 'service-worker-allowed': '/' })
    expect((await get('/sw.js', { 'if-none-match': worker.headers.etag ?? '' })).status).toBe(304)
  })

  it('come compressed', async () => {
    const plain = await get('/assets/main-abc.js')
    const small = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, br' })
    expect(small.headers['content-encoding']).toBe('br')
    expect(small.body.length).toBeLessThan(plain.body.length / 10)
    expect(brotliDecompressSync(small.body).equals(plain.body)).toBe(true)
  })
})

describe('the brand', () => {
  it('serves its own manifest and images at the same addresses on every host (OFF-049)', async () => {
    const boreal = { host: 'boreal.localhost' }
    const manifest = JSON.parse((await get('/manifest.webmanifest', boreal)).text)
    expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' })
    expect(manifest.name).not.toBe(JSON.parse((await get('/manifest.webmanifest')).text).name)
    const icon = await get('/brand/icon-192.png', boreal)
    expect(icon.headers['content-type']).toBe('image/png')
    expect(icon.body.equals((await get('/brand/icon-192.png')).body)).toBe(false)
    expect(
      (await get('/brand/icon-192.png', { ...boreal, 'if-none-match': icon.headers.etag ?? '' })).status,
    ).toBe(304)
  })
})

describe('the local mailbox', () => {
  it('shows the newest code, and user content as text', async () => {
    const user = await server.build.user(await server.build.fleet(), {
      firstName: '<img src=x onerror=alert(1)>',
    })
    await server.client().post('/sessions/send_otp', { email: user.email, password: user.password })
    const { text, headers } = await get('/mailbox')
    expect(text).toMatch(/<b>\d{6}<\/b>/)
    expect(text).toContain('&lt;img src=x')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'nonce-/)
  })

  it('links the whole address in an email, without the full stop after it', async () => {
    await server.db.query(sql`insert into mails (recipient, subject, text)
      values ('reader@example.example', 'Link', 'Open https://wheelbook.example/reset?first=true&token=a-b_c. Then sign in.')`)
    expect((await get('/mailbox')).text).toContain(
      '<a href="https://wheelbook.example/reset?first=true&amp;token=a-b_c">',
    )
  })

  it('shows an email as mail programs do: with its design, and unable to run or load anything', async () => {
    await server.db.query(sql`insert into mails (recipient, subject, text, html)
      values ('reader@example.example', 'Letter', 'In plain text', '<h1>In its looks</h1>')`)
    const address = /href="(\/mailbox\/[^"]+)"/.exec((await get('/mailbox')).text)?.[1] ?? ''
    const { text, headers } = await get(address)
    expect(text).toBe('<h1>In its looks</h1>')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox/)
    expect((await get('/mailbox/nobody')).status).toBe(404)
  })

  it('does not exist in a production installation', async () => {
    const real = await startTestServer({ config: { demo: false } })
    expect((await fetch(`${real.url}/mailbox`)).status).toBe(404)
    expect((await fetch(`${real.url}/mailbox/nobody`)).status).toBe(404)
    await real.stop()
  })
})
