// One address cannot use up the connections and push channels of all users (S-26, S-29).
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { untilClosed } from '#tests/support/until-closed.ts'

const SILENT = 600
const OTHER = '127.0.0.2'

let server: TestServer
let port: number
const sockets: Socket[] = []
const channels: WebSocket[] = []
beforeAll(async () => {
  server = await startTestServer()
  port = Number(new URL(server.url).port)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  for (const channel of channels) channel.terminate()
  await server.stop()
})

/** Sends a request from another address of this machine. */
function send(path: string, { method = 'GET', cookie = '', body = '' } = {}, localAddress = OTHER) {
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const headers = { 'app-name': 'wheelbook', cookie, 'content-type': 'application/json' }
    const outgoing = request({ host: '127.0.0.1', port, path, method, localAddress, headers, agent: false })
    outgoing.once('error', reject)
    outgoing.once('response', async (response) =>
      resolve({ status: response.statusCode ?? 0, body: await json(response).catch(() => null) }),
    )
    outgoing.end(body)
  })
}

async function pushFrom(localAddress: string) {
  const user = await server.build.user(await server.build.fleet())
  const cookie = `authentication_token=${await server.build.session(user)}`
  const { body } = await send(
    '/api/v4/tickets',
    { method: 'POST', cookie, body: JSON.stringify({ purpose: 'push' }) },
    localAddress,
  )
  const channel = new WebSocket(`ws://127.0.0.1:${port}/cable`, { localAddress })
  channels.push(channel)
  await once(channel, 'open')
  channel.send(
    JSON.stringify({ type: 'hello', user_id: user.id, ticket: (body as { ticket: string }).ticket }),
  )
  const [message] = await once(channel, 'message', { signal: AbortSignal.timeout(10_000) })
  return JSON.parse(String(message))
}

const open = () => sockets.filter((socket) => !socket.destroyed).length

// Other systems have only one loopback address.
describe.runIf(process.platform === 'linux')(`while one address holds ${SILENT} silent sockets`, () => {
  it('without a request, all others are served, and so is it; most of them are closed within seconds', async () => {
    for (let i = 0; i < SILENT; i++) {
      const socket = connect(port, '127.0.0.1')
      // The close event needs a reader.
      socket.on('error', () => {}).resume()
      sockets.push(socket)
    }
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    expect((await send('/livez')).status).toBe(200)
    expect(await pushFrom(OTHER)).toEqual({ type: 'ready' })
    await vi.waitFor(() => expect(open()).toBeLessThanOrEqual(100), { timeout: 8000, interval: 100 })
    expect((await send('/livez', {}, '127.0.0.1')).status).toBe(200)
    for (const socket of sockets.splice(0)) socket.destroy()
  }, 30_000)

  it('as push channels that never authenticate, push works for all others and for it, and they are closed', async () => {
    const silent: WebSocket[] = []
    // In several bursts, because the system's listen queue is shorter.
    for (let i = 0; i < SILENT; i += 100) {
      const some = Array.from({ length: 100 }, () => new WebSocket(`ws://127.0.0.1:${port}/cable`))
      for (const socket of some) socket.on('error', () => {})
      silent.push(...some)
      await Promise.all(some.map((socket) => Promise.race([once(socket, 'open'), untilClosed(socket)])))
    }
    channels.push(...silent)
    const open = () => silent.filter((socket) => socket.readyState === WebSocket.OPEN).length
    await vi.waitFor(() => expect(open()).toBeLessThanOrEqual(100), { timeout: 2000 })
    expect(await pushFrom(OTHER)).toEqual({ type: 'ready' })
    expect(await pushFrom('127.0.0.1')).toEqual({ type: 'ready' })
    expect((await send('/livez')).status).toBe(200)
    await vi.waitFor(
      () => expect(silent.filter((socket) => socket.readyState !== WebSocket.CLOSED)).toEqual([]),
      {
        timeout: 10_000,
        interval: 200,
      },
    )
  }, 40_000)

  it('a client that never answers the close frame is disconnected too', async () => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => {}).resume()
    await once(socket, 'connect')
    socket.write(
      'GET /cable HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await Promise.race([
      untilClosed(socket),
      sleep(10_000, undefined, { ref: false }).then(() => expect.fail('It is still open after 10 s.')),
    ])
  }, 20_000)

  it('serves a burst of 300 valid requests from one address in full', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 300 }, () => send('/livez', {}, '127.0.0.1').then(({ status }) => status)),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  }, 20_000)
})
