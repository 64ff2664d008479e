import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server before and after a deployment: only its service worker differs. */
interface Deployment {
  origin: string
  deployNext(): void
  close(): Promise<void>
}

/** Starts a proxy in front of the tests' server that can replace the service worker with a new version. */
export async function startDeployment(): Promise<Deployment> {
  let build = 1
  const proxy = createServer((incoming, response) => passOn(incoming, response, build))
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    deployNext: () => {
      build += 1
    },
    close: () =>
      new Promise((resolve) => {
        proxy.closeAllConnections()
        proxy.close(() => resolve())
      }),
  }
}

function passOn(incoming: IncomingMessage, response: ServerResponse, build: number) {
  const { url: path, method, headers } = incoming
  const { 'if-none-match': _known, ...unconditional } = headers
  const isWorker = path === '/sw.js'
  const sentHeaders = isWorker ? { ...unconditional, 'accept-encoding': 'identity' } : headers
  const onward = request(
    { host: '127.0.0.1', port: process.env.E2E_PORT, path, method, headers: sentHeaders },
    (given) => {
      const { 'content-length': _length, etag: _etag, ...workerHeaders } = given.headers
      response.writeHead(given.statusCode ?? 502, isWorker ? workerHeaders : given.headers)
      given.pipe(response, { end: !isWorker })
      if (isWorker) given.on('end', () => response.end(`\n// build ${build}\n`))
    },
  )
  onward.on('error', () => response.destroy())
  incoming.pipe(onward)
}
