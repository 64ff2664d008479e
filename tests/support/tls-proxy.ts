import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { createServer } from 'node:tls'
import { testCertificate } from './certificate.ts'

/** Starts a proxy that terminates TLS in front of a plain HTTP server and forwards the bytes unchanged. */
export async function startTlsProxy(port: number) {
  const { key, cert, chromiumFlag } = testCertificate()
  const open = new Set<{ destroy(): void }>()
  const front = createServer({ key, cert }, (outer) => {
    const inner = connect(port, '127.0.0.1')
    for (const socket of [outer, inner]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => open.delete(socket))
    }
    // Delivers the server's last bytes before closing.
    inner.on('close', () => outer.end())
    outer.on('close', () => inner.destroy())
    outer.pipe(inner).pipe(outer)
  })
  front.on('tlsClientError', () => {})
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  return {
    origin: `https://localhost:${(front.address() as AddressInfo).port}`,
    chromiumFlag,
    async close() {
      for (const socket of open) socket.destroy()
      front.close()
      await once(front, 'close')
    },
  }
}
