// Cross-site writes from a signed-in browser: every call of the contract, in every form (S-13).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { aWorld, CASES, callsOfContract, contentOf, type Sample, type Target } from '../core/samples.ts'

let server: TestServer
let target: Target
let cookie: string
let signedIn: () => Promise<string>

beforeAll(async () => {
  server = await startTestServer()
  const service = await server.build.service()
  const world = await aWorld(server, service.id)
  const { user } = await world.clientOf(['Super Admin'])
  signedIn = async () =>
    `authentication_token=${await server.build.session({ ...user, fleetId: world.fleet.id })}`
  cookie = await signedIn()
  target = { ...world.assigned, userId: user.id }
})
afterAll(() => server.stop())

const OWN = { 'app-name': 'wheelbook' }
const EVIL = 'https://evil.example'
/** Headers that a page of another site, or no page, can make a browser send along with the cookies. */
const WAYS: [what: string, headers: () => Record<string, string>][] = [
  ['another site', () => ({ ...OWN, 'sec-fetch-site': 'cross-site', origin: EVIL })],
  [
    'a sibling sub-domain',
    () => ({ ...OWN, 'sec-fetch-site': 'same-site', origin: 'http://boreal.localhost' }),
  ],
  ['a browser that says nothing but the origin', () => ({ ...OWN, origin: EVIL })],
  ['a sandboxed frame', () => ({ ...OWN, origin: 'null' })],
  ['an origin that begins like ours', () => ({ ...OWN, origin: `${server.url}.evil.example` })],
  ['our host on another port', () => ({ ...OWN, origin: 'http://127.0.0.1:1' })],
  [
    'our own page, without the name of the app',
    () => ({ 'sec-fetch-site': 'same-origin', origin: server.url }),
  ],
  ['a form with the text type', () => ({ origin: EVIL, 'content-type': 'text/plain' })],
  [
    'a form of fields',
    () => ({
      origin: EVIL,
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-mode': 'navigate',
    }),
  ],
  [
    'a form of parts',
    () => ({ 'sec-fetch-site': 'cross-site', 'content-type': 'multipart/form-data; boundary=b' }),
  ],
]

async function attack({ method, path, body, bytes }: Sample, headers: Record<string, string>) {
  const type = bytes ? 'application/pdf' : 'application/json'
  const sent = bytes ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(server.url + path, {
    method,
    headers: { cookie, ...(sent === undefined ? {} : { 'content-type': type }), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  })
  return { status: response.status, body: await response.json(), cookies: response.headers.getSetCookie() }
}

const WRITES = callsOfContract().filter(({ method }) => method !== 'GET')

describe.each(WRITES)('$name', ({ name }) => {
  it('is refused from everywhere except our own page, and changes nothing', async () => {
    const sample = await CASES[name]!.sample(target)
    const before = await contentOf(server)
    for (const [what, headers] of WAYS) {
      const { status, body, cookies } = await attack(sample, headers())
      expect([what, status, body.code]).toEqual([what, 403, 'cross_site'])
      expect(cookies).toEqual([])
    }
    expect(await contentOf(server)).toBe(before)
    // The same request from our own page reaches the call.
    const own = await attack(sample, { ...OWN, 'sec-fetch-site': 'same-origin' })
    expect(own.body.code).not.toBe('cross_site')
    if (name === 'session.destroy') cookie = await signedIn()
  })
})

it('no read call changes anything, however often it is made', async () => {
  const reads: string[] = []
  // Some samples create the entries that they read, so prepare all of them first.
  for (const { name, method } of callsOfContract())
    if (method === 'GET') reads.push((await CASES[name]!.sample(target)).path)
  const before = await contentOf(server)
  for (const path of [...reads, ...reads]) {
    const { status } = await fetch(server.url + path, { headers: { cookie } })
    expect(status, path).toBeLessThan(500)
  }
  expect(await contentOf(server)).toBe(before)
})

it('a read with a body, or with the method of a write in a header, stays a read', async () => {
  const before = await contentOf(server)
  for (const headers of [
    { 'x-http-method-override': 'DELETE' },
    { 'x-http-method': 'PUT' },
    { 'x-method-override': 'POST' },
  ])
    expect(
      (await fetch(`${server.url}/api/v4/customers/me?_method=DELETE`, { headers: { cookie, ...headers } }))
        .status,
    ).toBe(200)
  expect(await contentOf(server)).toBe(before)
})
