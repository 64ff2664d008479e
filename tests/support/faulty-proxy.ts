import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Ways in which a dependency may fail to respond. */
export const FAILURE_MODES = ['silent', 'reset', 'failing', 'slow', 'garbage'] as const
type FailureMode = (typeof FAILURE_MODES)[number]

/**
 * Starts a TCP proxy in front of a fake dependency, on a port or the path of a Unix socket. While `failureMode` is null it forwards everything. Otherwise it
 * accepts connections and never responds, resets them, responds with 500 (SMTP: 554), drips an endless response, or
 * sends garbage.
 */
export async function startFaultyProxy(targetPort: number | string, protocol: 'http' | 'smtp' = 'http') {
  const sockets = new Set<Socket>()
  const freezes: (() => void)[] = []
  let failureMode: FailureMode | null = null
  let port = targetPort
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (failureMode === null) {
      const target = typeof port === 'string' ? connect(port) : connect(port, '127.0.0.1')
      target.on('error', () => socket.destroy())
      socket.on('close', () => target.destroy())
      socket.pipe(target).pipe(socket)
      freezes.push(() => {
        socket.unpipe(target).resume()
        target.unpipe(socket).resume()
      })
    } else if (protocol === 'smtp') misbehave(socket, failureMode, protocol)
    else socket.once('data', () => misbehave(socket, failureMode ?? 'reset', protocol))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return sockets.size
    },
    /** Closes existing connections, so that the new mode applies to all. */
    set(next: FailureMode | null) {
      failureMode = next
      for (const socket of sockets) socket.destroy()
    },
    /** Forwards to another port, and closes existing connections. */
    retarget(next: number) {
      port = next
      for (const socket of sockets) socket.destroy()
    },
    /** Silences existing connections for good, as when their host dies. New ones are forwarded. */
    silenceExisting() {
      for (const freeze of freezes.splice(0)) freeze()
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function misbehave(socket: Socket, ailment: FailureMode, protocol: 'http' | 'smtp') {
  socket.resume()
  const isHttp = protocol === 'http'
  if (ailment === 'reset') socket.resetAndDestroy()
  if (ailment === 'failing')
    socket.end(
      isHttp
        ? 'HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
        : '554 no service\r\n',
    )
  if (ailment === 'garbage') socket.end('\u0000\u0001<<<not a protocol>>>\r\n\r\n')
  if (ailment === 'slow') {
    socket.write(isHttp ? 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<' : '220-wait')
    const drip = setInterval(() => socket.write(' '), 50)
    socket.on('close', () => clearInterval(drip))
  }
}
