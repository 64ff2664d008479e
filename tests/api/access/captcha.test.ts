// The captcha of sign-in and forgotten passwords, behind its port (ruling 11).
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { recaptcha } from '#server/integrations/captcha/live.ts'
import { altchaCaptcha } from '#server/integrations/captcha/local.ts'
import type { CaptchaPort } from '#server/integrations/captcha/port.ts'
import { solveCaptcha } from '#tests/support/captcha.ts'
import type { ApiResponse } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const secret = (value: string) => ({ current: async () => value, accepted: async () => [value] })

let server: TestServer
let brands: string
let fleet: { id: number }
beforeAll(async () => {
  // The package's brands, with the flag turned on for the default one.
  brands = await mkdtemp(join(tmpdir(), 'wheelbook-brands-'))
  await cp(join(import.meta.dirname, '../../../brands'), brands, { recursive: true })
  const file = join(brands, 'wheelbook/brand.json')
  const brand = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...brand, flags: { ...brand.flags, captcha: true } }))
  server = await startTestServer({ config: { brandsFolder: brands, trustProxy: 1 } })
  fleet = await server.build.fleet()
})
afterAll(async () => {
  await server.stop()
  await rm(brands, { recursive: true })
})

let network = 0
const browser = () => server.client({ 'x-forwarded-for': `10.9.${++network}.1` })
const codeOf = ({ status, body }: ApiResponse) => [status, body.code]
const solve = () => solveCaptcha(server.client())

describe('with the flag on', () => {
  it('sign-in, its one-time password and a forgotten password each need a solution (ACC-027, ACC-028, ACC-097)', async () => {
    const { email, password } = await server.build.user(fleet)
    for (const [path, body] of [
      ['/sessions', { email, password }],
      ['/sessions/send_otp', { email, password }],
      ['/customers/reset_password', { email }],
    ] as const) {
      expect(codeOf(await browser().post(path, body))).toEqual([403, 'captcha_required'])
      expect(codeOf(await browser().post(path, { ...body, captcha_token: 'made up' }))).toEqual([
        403,
        'captcha_required',
      ])
    }
    expect((await browser().post('/sessions', { email, password })).body.alertMessage).toBe(
      'Please confirm that you are not a robot',
    )
    expect(await server.db.query(sql`select 1 from mails where recipient = ${email}`)).toEqual([])
  })

  it('one solution serves the whole sign-in: it is sent with the password and then used up', async () => {
    const { email, password } = await server.build.user(fleet)
    const given = { email, password, captcha_token: await solve() }
    expect((await browser().post('/sessions/send_otp', given)).status).toBe(200)
    const [mail] = await server.db.query<{ text: string }>(
      sql`select text from mails where recipient = ${email}`,
    )
    const otp = /^\d{6}$/m.exec(mail?.text ?? '')?.[0]
    expect((await browser().post('/sessions', { ...given, otp })).status).toBe(200)
  })

  it('a solution works for one address only, and expires', async () => {
    const one = await server.build.user(fleet)
    const other = await server.build.user(fleet)
    const captcha_token = await solve()
    const requestCode = ({ email, password }: { email: string; password: string }) =>
      browser().post('/sessions', { email, password, captcha_token })
    expect((await requestCode(one)).status).toBe(200)
    expect(codeOf(await requestCode(other))).toEqual([403, 'captcha_required'])
    const used = await Promise.all(Array.from({ length: 20 }, () => requestCode(one)))
    expect(used.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(7)
    expect(codeOf(await requestCode(one))).toEqual([403, 'captcha_required'])
    await server.db.query(sql`update captcha_passes set uses = 0, expires_at = now() - interval '1 second'`)
    expect(codeOf(await requestCode(one))).toEqual([403, 'captcha_required'])
  })

  it('a solution counts once, however it is written', async () => {
    const captcha_token = await solve()
    const given = JSON.parse(Buffer.from(captcha_token, 'base64').toString())
    const { challenge, solution } = given
    const rewritten = [
      JSON.stringify({ challenge, solution: { ...solution, counter: solution.counter + 1 } }),
      JSON.stringify(given, null, 1),
      JSON.stringify({ solution, challenge, more: 1 }),
    ].map((text) => Buffer.from(text).toString('base64'))
    const others = [...rewritten, ` ${captcha_token}`, `${captcha_token}\n`]
    const forgotten = (email: string, token: string) =>
      browser().post('/customers/reset_password', { email, captcha_token: token })
    const { email, password } = await server.build.user(fleet)
    expect((await forgotten(email, captcha_token)).status).toBe(200)
    for (const other of others) {
      expect(codeOf(await forgotten(email, other)), other).toEqual([403, 'captcha_required'])
      const user = await server.build.user(fleet)
      const signIn = { email: user.email, password, captcha_token: other }
      expect(codeOf(await browser().post('/sessions', signIn)), other).toEqual([403, 'captcha_required'])
    }
  })
})

it('without the flag no captcha is needed', async () => {
  const { email, password } = await server.build.user(fleet)
  const elsewhere = server.client({ 'x-forwarded-host': 'boreal.localhost', 'x-forwarded-for': '10.8.1.1' })
  expect((await elsewhere.post('/sessions', { email, password })).status).toBe(200)
})

// The same contract for both, on which the rest of the server relies.
const google = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const form = new URLSearchParams(body)
    const success = form.get('secret') === 'the secret' && form.get('response') === 'ticked by a person'
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ success }))
  })
})
beforeAll(() => new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => google.close(resolve)))

const PORTS: [string, () => { port: CaptchaPort; right: () => Promise<string> }][] = [
  [
    'altcha',
    () => {
      const port = altchaCaptcha(secret('a secret of the tests'))
      return {
        port,
        right: () => solveCaptcha({ get: async () => ({ body: await port.question(0) }) as ApiResponse }),
      }
    },
  ],
  [
    'recaptcha',
    () => {
      const verifyUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}`
      const port = recaptcha({ siteKey: 'a site key', secretKey: 'the secret', verifyUrl })
      return { port, right: async () => 'ticked by a person' }
    },
  ],
]
describe.each(PORTS)('the port, with %s', (provider, open) => {
  it('provides what its widget needs, and accepts only a correct solution (ACC-030)', async () => {
    const { port, right } = open()
    expect((await port.question(0)).provider).toBe(provider)
    expect(await port.verify(await right(), '10.0.0.1', 0)).toBe(true)
    for (const wrong of ['', 'x', 'e30=', Buffer.from('{"challenge":{}}').toString('base64')])
      expect(await port.verify(wrong, '10.0.0.1', 0)).toBe(false)
  })
})

it('rejects a solution whose challenge was changed or created elsewhere', async () => {
  const port = altchaCaptcha(secret('a secret of the tests'))
  const stranger = altchaCaptcha(secret('another secret'))
  const answer = await solveCaptcha({
    get: async () => ({ body: await stranger.question(0) }) as ApiResponse,
  })
  expect(await port.verify(answer, '10.0.0.1', 0)).toBe(false)
  const own = await solveCaptcha({ get: async () => ({ body: await port.question(0) }) as ApiResponse })
  const forged = JSON.parse(Buffer.from(own, 'base64').toString())
  forged.challenge.parameters.expiresAt += 9999
  expect(await port.verify(Buffer.from(JSON.stringify(forged)).toString('base64'), '10.0.0.1', 0)).toBe(false)
})

it('a solution of a lower level is worthless at a higher one, whatever it claims', async () => {
  const port = altchaCaptcha(secret('a secret of the tests'), { cost: 1, keys: 1 })
  const answerAtLevel = (level: number) =>
    solveCaptcha({ get: async () => ({ body: await port.question(level) }) as ApiResponse })
  expect(await port.verify(await answerAtLevel(2), '10.0.0.1', 2)).toBe(true)
  expect(await port.verify(await answerAtLevel(3), '10.0.0.1', 2)).toBe(true)
  const easy = await answerAtLevel(1)
  expect(await port.verify(easy, '10.0.0.1', 2)).toBe(false)
  const forged = JSON.parse(Buffer.from(easy, 'base64').toString())
  forged.solution.counter += 1000
  expect(await port.verify(btoa(JSON.stringify(forged)), '10.0.0.1', 2)).toBe(false)
  forged.challenge.parameters.data.level = 2
  expect(await port.verify(btoa(JSON.stringify(forged)), '10.0.0.1', 2)).toBe(false)
})

it('each level takes about twice the work of the one before', async () => {
  const port = altchaCaptcha(secret('a secret of the tests'), { cost: 1, keys: 50 })
  for (const level of [0, 1, 2, 3, 4]) {
    const answer = await solveCaptcha({
      get: async () => ({ body: await port.question(level) }) as ApiResponse,
    })
    const { counter } = JSON.parse(Buffer.from(answer, 'base64').toString()).solution
    expect(counter).toBeGreaterThanOrEqual(50 * 2 ** level)
    expect(counter).toBeLessThan(50 * 2 ** (level + 1))
  }
})

it('if reCAPTCHA is unreachable, no one passes and the caller is asked to retry', async () => {
  const port = recaptcha({ siteKey: 'a', secretKey: 'b', verifyUrl: 'http://127.0.0.1:1' })
  await expect(port.verify('x', '10.0.0.1', 0)).rejects.toThrow()
})
