import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { healthReport } from './health-report.ts'
import type { Metrics } from './metrics.ts'
import type { ServerState } from './server-state.ts'

interface InternalServerOptions {
  host: string
  port: number
  metrics: Metrics
  state: () => Promise<ServerState>
  isReady: () => Promise<boolean>
  log: { error(about: object, message: string): void }
}

/**
 * Serves `/metrics` and `/health` on a port of their own, for the operator's network only: neither asks who is there.
 * The public port responds with 404 to both.
 */
export async function startInternalServer(options: InternalServerOptions) {
  const { metrics, state, isReady, log } = options
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('cache-control', 'no-store')
    if (request.method !== 'GET') response.writeHead(405).end()
    else if (request.url === '/metrics')
      response.writeHead(200, { 'content-type': metrics.contentType }).end(await metrics.text())
    else if (request.url === '/health') {
      const report = healthReport(...(await Promise.all([state(), isReady()])))
      const body = JSON.stringify(report, null, 2)
      response
        .writeHead(report.status === 'down' ? 503 : 200, {
          'content-type': 'application/json; charset=utf-8',
        })
        .end(`${body}\n`)
    } else response.writeHead(404).end()
  }
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5000 }, (request, response) => {
    // An error here must not end the server.
    respond(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'The internal port could not respond')
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  await once(server.listen(options.port, options.host), 'listening')
  const { address, port } = server.address() as AddressInfo
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
