// Clients that stall, and invalid HTTP requests.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { os } from '#server/http/calls/implementer.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { untilClosed } from '#tests/support/until-closed.ts'

let server: TestServer
let begun = 0
let handled = 0
beforeAll(async () => {
  server = await startTestServer({
    routes: {
      places: {
        states: os.places.states.handler(async () => {
          begun += 1
          await sleep(700)
          handled += 1
          return { states: [] }
        }),
      },
    },
  })
})
afterAll(() => server.stop())

function open(text: string): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(text)
  return socket
}
const head = (path: string, rest: string) => `POST ${path} HTTP/1.1\r\nHost: x\r\nApp-Name: x\r\n${rest}`

describe.concurrent('the server disconnects a client that stalls (S-29)', () => {
  it.each([
    ['in the head', 'GET /livez HTTP/1.1\r\nHost: x\r\n'],
    ['before the head', ''],
    [
      'in the body',
      head('/api/v4/sessions', 'Content-Type: application/json\r\nContent-Length: 900\r\n\r\n{"a":'),
    ],
  ])(
    '%s, within 28 seconds',
    async (_, text) => {
      const opened = Date.now()
      const socket = open(text).resume()
      await untilClosed(socket)
      expect(Date.now() - opened).toBeLessThan(28_000)
    },
    60_000,
  )
})

describe('invalid HTTP (S-30)', () => {
  it.each([
    ['two lengths', head('/api/v4/sessions', 'Content-Length: 1\r\nContent-Length: 2\r\n\r\n')],
    [
      'length and chunks',
      head('/api/v4/sessions', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    ],
    ['a folded header', 'GET /livez HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n'],
    [
      'a broken chunk',
      head('/api/v4/sessions', 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
    ],
    ['a space in a name', 'GET /livez HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['noise', '\x16\x03\x01\x02\x00\x01\x00\x01'],
  ])('gets 400 and is disconnected: %s', async (_, text) => {
    const socket = open(text)
    const response = Buffer.concat(await socket.toArray()).toString()
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('a client that never closes its connection', () => {
  it('is disconnected after 1,000 responses, without losing a request', async () => {
    const socket = open('')
    let received = ''
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString()
      // Ignores `Connection: close`.
      socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
    })
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
    await untilClosed(socket)
    const statuses = received.match(/(?<=HTTP\/1\.1 )\d+/g) ?? []
    expect(statuses).toEqual(Array(1000).fill('200'))
  }, 30_000)
})

describe('shutdown of the server (R-14)', () => {
  it('finishes started requests', async () => {
    const other = await startTestServer({ databaseUrl: server.databaseUrl })
    await other.stop()
    const client = await server.as(await server.build.user(await server.build.fleet()))
    const pending = client.get('/states?country=US')
    await vi.waitFor(() => expect(begun).toBe(1), 10_000)
    server.readiness.isStopping = true
    const closed = server.app.close()
    expect((await pending).status).toBe(200)
    expect(handled).toBe(1)
    await closed
    await expect(fetch(`${server.url}/livez`)).rejects.toThrow()
  })
})
