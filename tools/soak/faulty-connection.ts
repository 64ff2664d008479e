import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import type { Page } from '#tests/offline/fault-server.ts'

/**
 * Faults of a call on its way to the server. reset: the connection fails before the server receives it · cut: it fails
 * during the body · lostAck: done, but the response is lost · hang: done, and no response until the client times out ·
 * 401, 429, 500, 503: from an intermediary or from the server · portal: 200 with the sign-in page of a captive portal.
 */
const MIX = {
  reset: 0.03,
  cut: 0.02,
  lostAck: 0.04,
  hang: 0.005,
  '401': 0.005,
  '429': 0.01,
  '500': 0.02,
  '503': 0.02,
  portal: 0.01,
} as const
export type AttemptFault = keyof typeof MIX

export interface FaultyConnection {
  origin: string
  /** Number of injected faults by kind. */
  faults: Record<AttemptFault, number>
  calls(): number
  /** Stops injecting faults. */
  heal(): void
  close(): Promise<void>
}

/**
 * Starts the origin of the app: serves its pages and forwards its calls to the server over a connection with seeded
 * faults.
 */
export async function openFaultyConnection(
  seed: number,
  target: { port: number },
  pages: (path: string) => Page | undefined,
): Promise<FaultyConnection> {
  const random = seededRandom(`${seed}/line`)
  const faults = Object.fromEntries(Object.keys(MIX).map((fault) => [fault, 0])) as Record<
    AttemptFault,
    number
  >
  let isRepaired = false
  let calls = 0

  function draw(): AttemptFault | null {
    let left = isRepaired ? 1 : random()
    for (const [fault, share] of Object.entries(MIX)) {
      left -= share
      if (left < 0) return fault as AttemptFault
    }
    return null
  }

  const server = createServer(async (incoming, response) => {
    const path = incoming.url?.split('?')[0] ?? '/'
    if (!path.startsWith('/api/')) return serve(response, pages(path))
    calls++
    const fault = draw()
    if (fault) faults[fault]++
    if (fault === 'reset') return void incoming.socket.destroy()
    if (fault && fault in FAULT_RESPONSES)
      return sendFault(incoming, response, FAULT_RESPONSES[fault as keyof typeof FAULT_RESPONSES])
    await pass(incoming, response, target.port, fault)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    faults,
    calls: () => calls,
    heal() {
      isRepaired = true
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const FAULT_RESPONSES = {
  '401': { status: 401, type: 'application/problem+json', api: true },
  '429': { status: 429, type: 'application/problem+json', api: true },
  '500': { status: 500, type: 'text/plain', api: false },
  '503': { status: 503, type: 'text/plain', api: false },
  portal: { status: 200, type: 'text/html', api: false },
}

function sendFault(
  incoming: IncomingMessage,
  response: ServerResponse,
  fault: (typeof FAULT_RESPONSES)[keyof typeof FAULT_RESPONSES],
) {
  incoming.resume()
  const { status, type, api } = fault
  const later = status === 429 || status === 503 ? { 'retry-after': '1' } : {}
  response.writeHead(status, { 'content-type': type, ...later, ...(api ? { 'x-wheelbook-api': '1' } : {}) })
  response.end(
    api ? JSON.stringify({ status, code: status === 401 ? 'unauthorized' : 'rate-limited' }) : 'No.',
  )
}

function serve(response: ServerResponse, page: Page | undefined): void {
  if (!page) return void response.writeHead(404).end()
  response
    .writeHead(200, { 'content-type': page.type, 'cache-control': 'no-cache', ...page.headers })
    .end(page.body)
}

/** Forwards a call. If the server is down, the call fails like a network error. */
function pass(
  incoming: IncomingMessage,
  response: ServerResponse,
  port: number,
  fault: AttemptFault | null,
): Promise<void> {
  return new Promise((done) => {
    const breakOff = () => {
      incoming.socket.destroy()
      done()
    }
    const { method = 'GET', url = '/', headers } = incoming
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, async (reply) => {
      if (fault === 'lostAck' || fault === 'hang') {
        reply.resume()
        if (fault === 'hang') await sleep(3000)
        return breakOff()
      }
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
      reply.on('error', breakOff)
      reply.on('end', done)
    })
    onward.on('error', breakOff)
    incoming.on('error', () => onward.destroy())
    if (fault !== 'cut') return void incoming.pipe(onward)
    const room = Number(headers['content-length'] ?? 0) / 2
    let passed = 0
    incoming.on('data', (chunk: Buffer) => {
      passed += chunk.length
      if (passed <= room) return void onward.write(chunk)
      onward.destroy()
      breakOff()
    })
    incoming.on('end', () => {
      onward.destroy()
      breakOff()
    })
  })
}
