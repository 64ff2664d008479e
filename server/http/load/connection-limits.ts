import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkKey } from '#server/config/trusted-proxies.ts'

interface ConnectionLimits {
  /** Maximum idle connections per address. The oldest beyond that are closed (S-29). */
  idleMax: number
  /** Maximum connections per address. */
  max: number
}

const CONNECTION_LIMITS: ConnectionLimits = { idleMax: 100, max: 1000 }

/** A younger connection may be about to send its request: a rush is not an attack. */
const GRACE_MS = 2000

interface Held {
  /** Idle sockets with the time since when they are idle, oldest first. */
  idle: Map<Socket, number>
  busy: Map<Socket, number>
}

/**
 * Keeps one address from exhausting the server's connections. Idle connections are closed, oldest first, so that users
 * who share an address are not rejected because of others' idle connections. Trusted proxies are exempt, because they
 * serve many clients. Push channels are counted separately.
 */
export function limitConnections(
  server: Server,
  isExempt: (peer: string | undefined) => boolean,
  { idleMax, max }: ConnectionLimits = CONNECTION_LIMITS,
) {
  const addresses = new Map<string, Held>()
  const keyOf = new WeakMap<Socket, string>()

  function closeSurplus({ idle }: Held) {
    const youngest = performance.now() - GRACE_MS
    for (const [socket, since] of idle) {
      if (idle.size <= idleMax || since > youngest) return
      idle.delete(socket)
      socket.destroy()
    }
  }

  function forget(socket: Socket) {
    const key = keyOf.get(socket)
    const held = key === undefined ? undefined : addresses.get(key)
    if (key === undefined || !held) return
    held.idle.delete(socket)
    held.busy.delete(socket)
    keyOf.delete(socket)
    if (held.idle.size + held.busy.size === 0) addresses.delete(key)
  }

  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (isExempt(remoteAddress)) return
    const key = networkKey(remoteAddress ?? '')
    const held = addresses.get(key) ?? { idle: new Map(), busy: new Map() }
    closeSurplus(held)
    if (held.idle.size + held.busy.size >= max) return socket.destroy()
    addresses.set(key, held)
    keyOf.set(socket, key)
    held.idle.set(socket, performance.now())
    socket.once('close', () => forget(socket))
  })
  server.on('request', ({ socket }, response) => {
    const held = addresses.get(keyOf.get(socket) ?? '')
    if (!held) return
    held.idle.delete(socket)
    held.busy.set(socket, (held.busy.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (held.busy.get(socket) ?? 1) - 1
      if (left > 0) held.busy.set(socket, left)
      else if (held.busy.delete(socket) && !socket.destroyed) held.idle.set(socket, performance.now())
    })
  })
  server.on('upgrade', ({ socket }) => forget(socket))

  const sweep = setInterval(() => {
    for (const held of addresses.values()) closeSurplus(held)
  }, GRACE_MS).unref()
  server.once('close', () => clearInterval(sweep))
}
