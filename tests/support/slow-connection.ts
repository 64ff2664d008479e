import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Quality of a connection, equal in both directions, shared by all sockets. */
export interface ConnectionQuality {
  /** Infinity: no limit. */
  bitsPerSecond: number
  /** Round-trip time. */
  roundTripMs: number
  /** Whether a new connection takes a round trip before it transfers data. */
  hasHandshakes: boolean
}

export interface SlowConnection {
  origin: string
  /** Changes the quality from the next bytes on. */
  set(change: Partial<ConnectionQuality>): void
  /** Drops every connection after this many more bytes were sent to the server; 0: at once. */
  cutAfter(bytes: number): void
  /** Bytes sent to the server, including request headers. */
  up(): number
  /** Number of cuts so far. */
  cuts(): number
  close(): Promise<void>
}

/** Bytes per write. Small, so that throughput is even and cuts are precise. */
const SLICE = 4096
/** A timer that is later than this on a busy machine is not counted as connection delay. */
const LATE_MS = 25

/** Opens a poor connection between a client and a local server, as a TCP proxy. */
export async function openSlowConnection(
  serverOrigin: string,
  quality: Partial<ConnectionQuality> = {},
): Promise<SlowConnection> {
  const best: ConnectionQuality = {
    bitsPerSecond: Number.POSITIVE_INFINITY,
    roundTripMs: 0,
    hasHandshakes: false,
  }
  const line: ConnectionQuality = { ...best, ...quality }
  const ends = new Set<Socket>()
  const { hostname, port } = new URL(serverOrigin)
  const freeAt = { up: 0, down: 0 }
  let [up, cuts, cutAt] = [0, 0, Number.POSITIVE_INFINITY]

  const server = createServer({ noDelay: true }, (client) => {
    const far = dial({ host: hostname, port: Number(port), noDelay: true })
    for (const end of [client, far]) {
      ends.add(end)
      end.on('error', () => {}).on('close', () => ends.delete(end))
    }
    if (line.hasHandshakes) setTimeout(() => void carry('up', client, far), line.roundTripMs)
    else void carry('up', client, far)
    void carry('down', far, client)
  })

  async function carry(way: keyof typeof freeAt, from: Socket, to: Socket): Promise<void> {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>)
        for (let at = 0; at < chunk.length; at += SLICE) await cross(way, chunk.subarray(at, at + SLICE), to)
      setTimeout(() => to.end(), line.roundTripMs / 2)
    } catch {
      to.destroy()
    }
  }

  async function cross(way: keyof typeof freeAt, bytes: Buffer, to: Socket): Promise<void> {
    const now = performance.now()
    freeAt[way] = Math.max(freeAt[way], now - LATE_MS) + (bytes.length * 8000) / line.bitsPerSecond
    const wait = freeAt[way] - performance.now()
    if (wait >= 1) await sleep(wait)
    if (way === 'up') bytes = bytes.subarray(0, cutAt - up)
    if (way === 'up') up += bytes.length
    if (line.roundTripMs > 0) setTimeout(() => to.write(bytes), line.roundTripMs / 2)
    else if (!to.write(bytes)) await Promise.race([once(to, 'drain'), once(to, 'close')])
    if (up >= cutAt) cut()
  }

  function cut(): void {
    cutAt = Number.POSITIVE_INFINITY
    cuts++
    for (const end of ends) end.resetAndDestroy()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (change) => void Object.assign(line, change),
    cutAfter(bytes) {
      cutAt = up + Math.ceil(bytes)
      if (bytes === 0) cut()
    },
    up: () => up,
    cuts: () => cuts,
    async close() {
      server.close()
      for (const end of ends) end.destroy()
      await once(server, 'close')
    },
  }
}
