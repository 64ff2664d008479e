import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How bad a line is; both directions alike, all connections together. */
export interface ConnectionQuality {
  /** Infinity: no limit. */
  bitsPerSecond: number
  /** There and back. */
  roundTripMs: number
  /** Whether a new connection costs a round trip before it carries anything. */
  hasHandshakes: boolean
}

export interface SlowConnection {
  origin: string
  /** Changes the line from the next bytes on. */
  set(change: Partial<ConnectionQuality>): void
  /** Loses every connection once so many more bytes have crossed towards the server; 0: at once. */
  cutAfter(bytes: number): void
  /** Bytes that crossed towards the server, heads of requests included. */
  up(): number
  /** How often the line was cut. */
  cuts(): number
  close(): Promise<void>
}

/** Bytes that cross in one go: small, so that a slow line is even and a cut hits where it should. */
const SLICE = 4096
/** A timer that comes so late on a busy machine is not charged to the line. */
const LATE_MS = 25

/** A bad line between a client and a server on this machine, as a TCP proxy. */
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
