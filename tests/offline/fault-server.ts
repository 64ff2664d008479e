import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SYNC_PAGE } from '#domain/core/limits.ts'
import { createFaultLedger, type FaultLedger } from './fault-ledger.ts'
import { type Decision, seededRandom } from './fault-plan.ts'
import {
  type Behavior,
  type Exchange,
  isOtherScope,
  readBody,
  reply,
  replyAsPortal,
  type Serving,
} from './fault-serving.ts'
import { createFaultWorld, type FaultResponse, type FaultWorld, problem } from './fault-world.ts'
import { type Target, takeWrite } from './fault-writes.ts'

export interface Page {
  type: string
  body: string | Uint8Array
  headers?: Record<string, string>
}

export interface FaultServerOptions extends Partial<Behavior> {
  seed?: number
  /** False: a repeated key is executed again, so that executions become rows. */
  dedup?: boolean
  port?: number
  /** Key and certificate for https. */
  tls?: { key: string; cert: string } | undefined
  /** What is served outside /api, on the same origin. */
  pages?: (path: string) => Page | undefined
}

export interface FaultServer {
  origin: string
  ledger: FaultLedger
  world: FaultWorld
  set(change: Partial<Behavior>): void
  /** Faults of the next writes, in this order, before the mix. */
  once(...decisions: Decision[]): void
  close(): Promise<void>
}

const WRITE =
  /^\/api\/v4\/(manual_maintenance_histories|glovebox_items|maintenance_documents|glovebox_documents)(?:\/([^/]+)(?:\/parts\/(\d+))?)?$/
const NOUNS: Record<string, Target['noun']> = {
  manual_maintenance_histories: 'manual_history',
  glovebox_items: 'glovebox_item',
}
const CALM: Behavior = {
  mix: {},
  latencyMs: 0,
  uplinkMs: [0, 0],
  refuse: false,
  portal: false,
  retryAfterS: null,
  decide: null,
  signedInAs: null,
  resync: false,
  receiptsFail: false,
  epoch: '1',
  knowsParts: true,
  proxyLimit: Number.POSITIVE_INFINITY,
}

/**
 * The server that offline code is tested against. It implements the few calls of an outbox, applies the seeded mix of
 * faults to each attempt, and keeps a ledger of what it did.
 */
export async function createFaultServer(options: FaultServerOptions = {}): Promise<FaultServer> {
  const { seed = 1, dedup = true, port = 0, pages, tls, ...behavior } = options
  const ledger = createFaultLedger()
  const serving: Serving = {
    seed,
    ledger,
    attempts: new Map(),
    scripted: [],
    how: { ...CALM, ...behavior },
    world: createFaultWorld(dedup),
    uplink: seededRandom(`${seed}/uplink`),
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (!pathname.startsWith('/api/')) return servePage(pages?.(pathname), response)
    ledger.open++
    ledger.mostOpen = Math.max(ledger.mostOpen, ledger.open)
    ledger.lastActivityAt = Date.now()
    serveCall(serving, { request, response, path: pathname })
      .catch(() => request.socket.destroy())
      .finally(() => {
        ledger.open--
        ledger.lastActivityAt = Date.now()
      })
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  server.keepAliveTimeout = 60_000
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ledger,
    world: serving.world,
    set: (change) => Object.assign(serving.how, change),
    once: (...decisions) => serving.scripted.push(...decisions),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function servePage(page: Page | undefined, response: ServerResponse): void {
  response.writeHead(page ? 200 : 404, {
    'content-type': page?.type ?? 'text/plain',
    'cache-control': 'no-store',
    ...page?.headers,
  })
  response.end(page?.body ?? 'not found')
}

async function serveCall(serving: Serving, exchange: Exchange): Promise<void> {
  const { how, ledger } = serving
  const { request, path } = exchange
  const [isWrite, collection = '', id = null, offset] = (request.method !== 'GET' && WRITE.exec(path)) || []
  if (path === '/api/v4/ping') ledger.probes++
  if (how.refuse) {
    if (isWrite) ledger.refused++
    request.socket.destroy()
    return
  }
  if (isWrite) {
    const part = offset === undefined ? null : Number(offset)
    return takeWrite(serving, exchange, { noun: NOUNS[collection] ?? 'file', id, part })
  }
  const body = await readBody(request)
  await sleep(how.latencyMs)
  if (how.portal) return replyAsPortal(exchange)
  reply(serving, exchange, read(serving, request, body))
}

function read(serving: Serving, request: IncomingMessage, body: Buffer): FaultResponse {
  const { world } = serving
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  switch (`${request.method} ${pathname}`) {
    case 'GET /api/v4/ping':
      return { status: 200, body: { ok: true, time: new Date().toISOString() } }
    case 'GET /api/v4/sync': {
      if (isOtherScope(serving, request)) return problem('not_signed_in')
      if (serving.how.resync) {
        serving.how.resync = false
        return problem('resync')
      }
      const limit = Number(searchParams.get('limit') ?? SYNC_PAGE)
      return { status: 200, body: world.changesAfter(searchParams.get('cursor'), limit) }
    }
    case 'POST /api/v4/sync/receipts': {
      serving.ledger.receiptsAsked++
      if (serving.how.receiptsFail) return problem('internal')
      const { ids } = JSON.parse(body.toString('utf8')) as { ids: string[] }
      return { status: 200, body: { missing: ids.filter((id) => !world.knowsKey(id)) } }
    }
    case 'POST /api/v4/clients/heartbeat':
      return { status: 200, body: { success: true } }
    default:
      return problem('not_found')
  }
}
