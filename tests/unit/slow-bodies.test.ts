import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { type BodyLimits, timeBodies } from '#server/http/body/slow-bodies.ts'
import { untilClosed } from '#tests/support/until-closed.ts'

// The limits of decision 35, a hundred times shorter and ten times smaller.
const LIMITS: BodyLimits = {
  ...{ bodyMs: 300, fileMs: 1_200, rateIntervalMs: 200, bytesPerIntervalMin: 40 },
  ...{ perUserMax: 3, perAddressMax: 5 },
}
let app: FastifyInstance | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app?.close()
})

/** A server that takes files; the header `x-user` says whose they are. */
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
  await app.listen({ port: 0 })
  return (app.server.address() as { port: number }).port
}

/** Opens a request of 1,000 bytes and sends none of them yet. */
function open(port: number, path: string, user = 0): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  sockets.push(socket)
  socket.write(
    `PUT ${path} HTTP/1.1\r\nHost: x\r\nx-user: ${user}\r\nContent-Type: application/octet-stream\r\nContent-Length: 1000\r\n\r\n`,
  )
  return socket
}

/** Sends so many bytes at each interval until the connection ends. @returns how long it lived, ms */
async function drip(socket: Socket, bytes: number): Promise<number> {
  const began = Date.now()
  const timer = setInterval(() => socket.write(Buffer.alloc(bytes)), LIMITS.rateIntervalMs / 4)
  socket.resume()
  await untilClosed(socket)
  clearInterval(timer)
  return Date.now() - began
}

const answerOf = async (socket: Socket): Promise<string> =>
  String((await once(socket, 'data'))[0]).slice(9, 12)

test('a file that comes below the least rate is ended after one interval', async () => {
  const port = await start()
  expect(await drip(open(port, '/file'), 1)).toBeLessThan(LIMITS.fileMs)
})

test('a file that comes above the least rate is ended when its time is up, and a call sooner', async () => {
  const port = await start()
  const file = drip(open(port, '/file'), 15)
  const call = drip(open(port, '/call'), 15)
  expect(await call).toBeLessThan(LIMITS.fileMs)
  expect(await file).toBeGreaterThanOrEqual(LIMITS.fileMs - 50)
})

test('a user and an address have so many uploads at once, and get their places back when some end', async () => {
  const port = await start({ ...LIMITS, bytesPerIntervalMin: 0, fileMs: 30_000 })
  const held = [1, 2, 3].map(() => open(port, '/file', 7))
  await sleep(100)
  expect(await answerOf(open(port, '/file', 7))).toBe('429')
  // Another client of the same address, until the address is full.
  held.push(open(port, '/file', 8), open(port, '/file', 8))
  await sleep(100)
  expect(await answerOf(open(port, '/file', 9))).toBe('429')
  // Calls without a file are not counted.
  const call = open(port, '/call', 7)
  call.write(Buffer.alloc(1000))
  expect(await answerOf(call)).toBe('200')
  for (const socket of held) socket.destroy()
  await sleep(100)
  const free = open(port, '/file', 7)
  free.write(Buffer.alloc(1000))
  expect(await answerOf(free)).toBe('200')
})
