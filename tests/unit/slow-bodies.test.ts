import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { type BodyLimits, timeBodies } from '#server/http/body/slow-bodies.ts'
import { untilClosed } from '#tests/support/until-closed.ts'

// The limits of decision 35, with times divided by 100 and sizes divided by 10.
const LIMITS: BodyLimits = {
  bodyMs: 300,
  fileMinMs: 1_200,
  fileMaxMs: 2_900,
  fileBitsPerSecond: 24_000,
  rateIntervalMs: 200,
  bytesPerIntervalMin: 40,
  perUserMax: 3,
  perAddressMax: 5,
}
let app: FastifyInstance | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app?.close()
})

/** Rows that take longer to send than a request body may take. */
async function* slowRows() {
  for (let row = 0; row < 6; row++) {
    yield `${row}\n`
    await sleep(100)
  }
}

/** Starts a server that accepts files. The header `x-user` identifies the user. */
async function start(limits: BodyLimits = LIMITS): Promise<number> {
  app = fastify()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume().once('end', () => done(null, null))
  })
  app.setErrorHandler((error, _request, reply) =>
    reply.code(429).send({ code: Reflect.get(Object(error), 'code') }),
  )
  app.addHook('onRequest', async (request) => {
    const user = Number(request.headers['x-user'])
    Object.assign(request, { caller: user ? { actor: { userId: user } } : null })
  })
  timeBodies(app, limits)
  app.put('/file', { config: { takesFile: true } as never }, () => ({ ok: true }))
  app.put('/call', () => ({ ok: true }))
  app.get('/download', (_request, reply) => reply.send(Readable.from(slowRows())))
  await app.listen({ port: 0 })
  return (app.server.address() as { port: number }).port
}

/** Opens a request of 1,000 bytes without sending any of them yet. */
function open(port: number, path: string, user = 0): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  sockets.push(socket)
  socket.write(
    `PUT ${path} HTTP/1.1\r\nHost: x\r\nx-user: ${user}\r\nContent-Type: application/octet-stream\r\nContent-Length: 1000\r\n\r\n`,
  )
  return socket
}

/** Sends this many bytes per interval until the connection ends. @returns lifetime of the connection, in ms */
async function drip(socket: Socket, bytes: number): Promise<number> {
  const began = Date.now()
  const timer = setInterval(() => socket.write(Buffer.alloc(bytes)), LIMITS.rateIntervalMs / 4)
  socket.resume()
  await untilClosed(socket)
  clearInterval(timer)
  return Date.now() - began
}

const statusOf = async (socket: Socket): Promise<string> =>
  String((await once(socket, 'data'))[0]).slice(9, 12)

test('an upload below the minimum rate ends after one interval', async () => {
  const port = await start()
  expect(await drip(open(port, '/file'), 1)).toBeLessThan(LIMITS.fileMinMs)
})

test('an upload above the minimum rate ends at its time limit, and a call without a file sooner', async () => {
  const port = await start()
  const file = drip(open(port, '/file'), 35)
  const call = drip(open(port, '/call'), 35)
  expect(await call).toBeLessThan(LIMITS.fileMinMs)
  expect(await file).toBeGreaterThanOrEqual(LIMITS.fileMinMs - 50)
})

test('a file gets the time that its size takes at the lowest rate (OFF-053)', async () => {
  const port = await start({ ...LIMITS, fileBitsPerSecond: 3_000, bytesPerIntervalMin: 0 })
  const socket = open(port, '/file')
  const status = statusOf(socket)
  for (let sent = 0; sent < 1000; sent += 50) {
    await sleep(70)
    socket.write(Buffer.alloc(50))
  }
  expect(await status).toBe('200')
})

test('a file gets no more time than the longest limit, whatever size it announces', async () => {
  const port = await start({ ...LIMITS, fileBitsPerSecond: 1, fileMinMs: 100, fileMaxMs: 400 })
  const lifetime = await drip(open(port, '/file'), 35)
  expect(lifetime).toBeGreaterThanOrEqual(350)
  expect(lifetime).toBeLessThan(LIMITS.fileMinMs)
})

test('concurrent uploads are limited per user and per address, and an ended upload frees capacity', async () => {
  const port = await start({ ...LIMITS, bytesPerIntervalMin: 0, fileMinMs: 30_000, fileMaxMs: 30_000 })
  const held = [1, 2, 3].map(() => open(port, '/file', 7))
  await sleep(100)
  expect(await statusOf(open(port, '/file', 7))).toBe('429')
  // Another user of the same address, until the limit of the address is reached.
  held.push(open(port, '/file', 8), open(port, '/file', 8))
  await sleep(100)
  expect(await statusOf(open(port, '/file', 9))).toBe('429')
  // Calls without a file do not count.
  const call = open(port, '/call', 7)
  call.write(Buffer.alloc(1000))
  expect(await statusOf(call)).toBe('200')
  for (const socket of held) socket.destroy()
  await sleep(100)
  const free = open(port, '/file', 7)
  free.write(Buffer.alloc(1000))
  expect(await statusOf(free)).toBe('200')
})

test('a slow download arrives completely, even if it takes longer than a request body may', async () => {
  const port = await start()
  const response = await fetch(`http://127.0.0.1:${port}/download`)
  expect(await response.text()).toBe('0\n1\n2\n3\n4\n5\n')
})
