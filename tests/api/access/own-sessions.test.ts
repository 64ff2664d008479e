// The user's own sessions, listed and ended (ruling 4; the remembered device goes with them, ruling 5).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { deviceOf } from '#server/modules/access/own-sessions/device-label.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: { id: number }
beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: 1 } })
  fleet = await server.build.fleet({ flags: { multifactor_authentication: false } })
})
afterAll(() => server.stop())

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1'
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0'
let network = 0

/** Signs in as a browser does, and returns a client with its cookies. */
async function enter(user: { email: string; password: string }, userAgent = WINDOWS) {
  return (await enterWithCookie(user, userAgent)).client
}
async function enterWithCookie(
  { email, password }: { email: string; password: string },
  userAgent: string,
  { cookie: sent = '', ...given }: { cookie?: string; remember_me?: boolean } = {},
) {
  const headers = { 'x-forwarded-for': `10.3.${++network}.1`, 'user-agent': userAgent }
  const response = await server
    .client({ ...headers, cookie: sent })
    .post('/sessions', { email, password, ...given })
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { client: server.client({ ...headers, cookie }), cookie }
}
const devicesOf = (user: { id: number }) =>
  server.db.query(sql`select 1 from devices where user_id = ${user.id}`)

it('lists each with its device in plain words, and marks the current one', async () => {
  const user = await server.build.user(fleet)
  await enter(await server.build.user(fleet))
  const phone = await enter(user, IPHONE)
  await enter(user, WINDOWS)
  const { body } = await phone.get('/sessions')
  expect(body.sessions).toHaveLength(2)
  expect(body.sessions.find((s: { is_current: boolean }) => s.is_current)).toMatchObject({
    browser: 'Safari',
    system: 'iPhone',
    form: 'phone',
    is_remembered: true,
  })
  expect(body.sessions.find((s: { is_current: boolean }) => !s.is_current)).toMatchObject({
    browser: 'Edge',
    system: 'Windows',
    form: 'computer',
  })
  expect(JSON.stringify(body)).not.toContain('token')
})

it('ends one immediately, and forgets its device', async () => {
  const user = await server.build.user(fleet)
  const [here, there] = [await enter(user), await enter(user, IPHONE)]
  expect(await devicesOf(user)).toHaveLength(2)
  const { body } = await here.get('/sessions')
  const { id } = body.sessions.find((s: { is_current: boolean }) => !s.is_current)
  expect((await here.delete(`/sessions/${id}`)).status).toBe(200)
  expect((await there.get('/customers/me')).status).toBe(401)
  expect((await here.get('/customers/me')).status).toBe(200)
  expect(await devicesOf(user)).toHaveLength(1)
  expect((await here.delete(`/sessions/${id}`)).status).toBe(404)
})

it('forgets a device that an earlier sign-in remembered', async () => {
  const user = await server.build.user(fleet)
  const { cookie } = await enterWithCookie(user, IPHONE)
  const device = cookie.split('; ').find((pair) => pair.startsWith('device_token='))
  const short = { cookie: device ?? '', remember_me: false }
  const { client: phone } = await enterWithCookie(user, IPHONE, short)
  // Ending the others keeps the device of this session.
  await phone.delete('/sessions')
  expect(await devicesOf(user)).toHaveLength(1)
  const { sessions } = (await phone.get('/sessions')).body
  expect((await (await enter(user)).delete(`/sessions/${sessions[0].id}`)).status).toBe(200)
  expect((await phone.get('/customers/me')).status).toBe(401)
  // Only that of the other session is left.
  expect(await devicesOf(user)).toHaveLength(1)
})

it('never ends another user’s', async () => {
  const [user, other] = [await server.build.user(fleet), await server.build.user(fleet)]
  const [mine, theirs] = [await enter(user), await enter(other)]
  const { body } = await theirs.get('/sessions')
  expect((await mine.delete(`/sessions/${body.sessions[0].id}`)).status).toBe(404)
  await mine.delete('/sessions')
  expect((await theirs.get('/customers/me')).status).toBe(200)
  expect(await devicesOf(other)).toHaveLength(1)
})

it('ends all others and keeps this one, with its device', async () => {
  const user = await server.build.user(fleet)
  const here = await enter(user)
  const others = [await enter(user, IPHONE), await enter(user, IPHONE)]
  // A remembered device that has signed out is forgotten too.
  await others[1]?.delete('/shell_sessions')
  expect((await here.delete('/sessions')).body).toEqual({ ended: 1 })
  expect((await others[0]?.get('/customers/me'))?.status).toBe(401)
  expect((await here.get('/sessions')).body.sessions).toHaveLength(1)
  expect(await devicesOf(user)).toHaveLength(1)
})

it('recognizes common devices by their user agents, and shows nothing for the rest', () => {
  const android = 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0'
  expect(deviceOf(`${android} Mobile Safari/537.36`)).toEqual({
    browser: 'Chrome',
    system: 'Android',
    form: 'phone',
  })
  expect(deviceOf(`${android} Safari/537.36`).form).toBe('tablet')
  expect(
    deviceOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:127.0) Gecko/20100101 Firefox/127.0'),
  ).toEqual({
    browser: 'Firefox',
    system: 'Mac',
    form: 'computer',
  })
  expect(deviceOf('curl/8.5')).toEqual({ browser: null, system: null, form: 'unknown' })
  expect(deviceOf('')).toEqual({ browser: null, system: null, form: 'unknown' })
})
