import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How slow a line is; 0 and Infinity: not at all. */
export interface LineSpeed {
  rttMs: number
  bytesPerS: number
}

/** A line between browser and server that many connections share (offline.md §2, test tool P). */
export interface SlowLine {
  origin: string
  set(speed: LineSpeed): void
  close(): Promise<void>
}

export const FAST: LineSpeed = { rttMs: 0, bytesPerS: Number.POSITIVE_INFINITY }
/** So that connections take turns as packets do, instead of one holding the line for a whole buffer. */
const SLICE_BYTES = 2048

/** Opens a line to a port of this machine; as fast as the machine until it is told otherwise. */
export async function openSlowLine(port: number): Promise<SlowLine> {
  let speed = FAST
  const sockets = new Set<Socket>()
  const up = { freeAt: 0 }
  const down = { freeAt: 0 }

  function carry(from: Socket, to: Socket, way: { freeAt: number }): void {
    let onTheWay = Promise.resolve()
    const arrive = (at: number, act: () => void) => {
      onTheWay = onTheWay.then(() => until(at)).then(act)
    }
    from.on('data', (chunk: Buffer) => {
      for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
        const slice = chunk.subarray(start, start + SLICE_BYTES)
        way.freeAt = Math.max(way.freeAt, Date.now()) + (slice.length / speed.bytesPerS) * 1000
        arrive(way.freeAt + speed.rttMs / 2, () => void (to.destroyed || to.write(slice)))
      }
      // What is not on the line yet waits with its sender, as a full send buffer makes it.
      from.pause()
      void until(way.freeAt).then(() => from.resume())
    })
    from.on('end', () => arrive(0, () => to.end()))
    // The end that is left hears of it once what is on the way has arrived.
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      arrive(Date.now() + speed.rttMs / 2, () => to.destroy())
    })
  }

  const server = createServer({ allowHalfOpen: true }, (browser) => {
    const api = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    sockets.add(browser).add(api)
    carry(browser, api, up)
    carry(api, browser, down)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (next) => {
      speed = next
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function until(at: number): Promise<void> {
  const left = at - Date.now()
  if (left > 0) await sleep(left)
}
