import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SYNC_PAGE } from '#contract/core/limits.ts'
import { PROBLEMS, type ProblemCode } from '#contract/core/problems.ts'
import { createFaultLedger, type FaultLedger, type SeenRequest } from './fault-ledger.ts'
import { type Attempt, type Decision, drawFault, type FaultMix, seededRandom } from './fault-plan.ts'
import { readFields } from './fault-rows.ts'
import { type Answer, createFaultWorld, type FaultWorld, type Noun, problem } from './fault-world.ts'

/** How the server treats what comes; every part can be changed while it runs. */
export interface Behaviour {
  mix: FaultMix
  /** Round trip that each call takes at least, ms. */
  latencyMs: number
  /** Shortest and longest time that a body is on its way, ms; a client that dies meanwhile has sent nothing. */
  uplinkMs: [number, number]
  /** True: every call of the API loses its connection; pages are still served. */
  refuse: boolean
  /** Seconds of Retry-After on 429 and 503; null: none. */
  retryAfterS: number | null
  /** Decides instead of the mix; undefined leaves it to the mix. */
  decide: ((attempt: Attempt) => Decision | undefined) | null
  /** Scope `<fleet>:<user>` of the session; a write or a sync of another scope gets 401. Null: anyone's. */
  signedInAs: string | null
  /** Value of X-Server-Epoch. */
  epoch: string
}

export interface Page {
  type: string
  body: string | Uint8Array
  headers?: Record<string, string>
}

export interface FaultServerOptions extends Partial<Behaviour> {
  seed?: number
  /** False: a key that comes again is done again, so that executions become rows. */
  dedup?: boolean
  port?: number
  /** What is served outside /api, on the same origin. */
  pages?: (path: string) => Page | undefined
}

export interface FaultServer {
  origin: string
  ledger: FaultLedger
  world: FaultWorld
  set(change: Partial<Behaviour>): void
  /** Faults of the next writes, in this order, before the mix. */
  once(...decisions: Decision[]): void
  close(): Promise<void>
}

const SLOW_MS = 10_000
const PORTAL = '<!doctype html><title>Guest network</title><p>Please sign in to the guest network.</p>'
const WRITE =
  /^\/api\/v4\/(?:(manual_maintenance_histories|glovebox_items)|(maintenance_documents|glovebox_documents))(?:\/([^/]+))?$/

/**
 * The server that offline code is tested against: it knows the few calls of an outbox, does to each attempt what the
 * seeded mix says, and keeps a ledger of what it did (offline.md §2, test tool S).
 */
export async function createFaultServer(options: FaultServerOptions = {}): Promise<FaultServer> {
  const seed = options.seed ?? 1
  const ledger = createFaultLedger()
  const world = createFaultWorld(options.dedup ?? true)
  const uplink = seededRandom(`${seed}/uplink`)
  const attempts = new Map<string, number>()
  const scripted: Decision[] = []
  const how: Behaviour = {
    mix: options.mix ?? {},
    latencyMs: options.latencyMs ?? 0,
    uplinkMs: options.uplinkMs ?? [0, 0],
    refuse: options.refuse ?? false,
    retryAfterS: options.retryAfterS ?? null,
    decide: options.decide ?? null,
    signedInAs: options.signedInAs ?? null,
    epoch: options.epoch ?? '1',
  }

  const server = createServer((request, response) => {
    ledger.open++
    ledger.lastActivityAt = Date.now()
    handle(request, response)
      .catch(() => request.socket.destroy())
      .finally(() => {
        ledger.open--
        ledger.lastActivityAt = Date.now()
      })
  })
  server.keepAliveTimeout = 60_000

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (!path.startsWith('/api/')) return page(path, response)
    const write = WRITE.exec(path)
    if (how.refuse) {
      if (write && request.method !== 'GET') ledger.refused++
      if (path === '/api/v4/ping') ledger.probes++
      request.socket.destroy()
      return
    }
    if (write && request.method !== 'GET') return takeWrite(request, response, path, write)
    const body = await readBody(request)
    await sleep(how.latencyMs)
    const isForeign = path === '/api/v4/sync' && isOtherScope(request)
    reply(
      response,
      isForeign ? problem('not_signed_in') : read(request.method ?? 'GET', path, searchParams, body),
      null,
    )
  }

  const isOtherScope = (request: IncomingMessage): boolean =>
    how.signedInAs !== null && header(request, 'x-wheelbook-scope') !== how.signedInAs

  function page(path: string, response: ServerResponse): void {
    const found = options.pages?.(path)
    response.writeHead(found ? 200 : 404, {
      'content-type': found?.type ?? 'text/plain',
      'cache-control': 'no-store',
      ...found?.headers,
    })
    response.end(found?.body ?? 'not found')
  }

  async function takeWrite(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    [, entries, , id]: RegExpExecArray,
  ): Promise<void> {
    const key = header(request, 'idempotency-key')
    const attempt = (attempts.get(key ?? path) ?? 0) + 1
    attempts.set(key ?? path, attempt)
    const about: Attempt = { method: request.method ?? '', path, key, id: id ?? null, attempt }
    const planned = scripted.shift() ?? how.decide?.(about) ?? drawFault(seed, how.mix, about)
    const fault = isOtherScope(request) ? 'not_signed_in' : planned
    const seen: SeenRequest = {
      at: Date.now(),
      ...{ method: about.method, path, key, attempt, fault },
      scope: header(request, 'x-wheelbook-scope'),
      bytes: 0,
      ended: 'open',
      status: 0,
    }
    ledger.requests.push(seen)

    const body = await readBody(request)
    seen.bytes = body.length
    const [shortestMs, longestMs] = how.uplinkMs
    await sleep(how.latencyMs / 2 + shortestMs + uplink() * (longestMs - shortestMs))
    if (isGone(request.socket)) {
      seen.ended = 'lost'
      return
    }
    if (await strike(fault, seen, request, response, key)) return

    const answer = entries
      ? await writeEntry(request, entries, id ?? null, key, body)
      : world.putFile(id ?? '', body, header(request, 'repr-digest'))
    if (answer.status < 400) ledger.countExecution(key)
    seen.ended = 'done'
    if (fault === 'lostAck') {
      request.socket.destroy()
      return
    }
    await sleep(how.latencyMs / 2 + (fault === 'slow' ? SLOW_MS : 0))
    seen.status = answer.status
    reply(response, answer, key)
  }

  /** Does what a fault does instead of the work. True: there is nothing more to do. */
  async function strike(
    fault: Decision,
    seen: SeenRequest,
    request: IncomingMessage,
    response: ServerResponse,
    key: string | null,
  ): Promise<boolean> {
    if (fault === 'ok' || fault === 'lostAck' || fault === 'slow') return false
    seen.ended = 'faulted'
    if (fault === 'reset') request.socket.destroy()
    else if (fault === 'hang') await once(request.socket, 'close')
    else {
      await sleep(how.latencyMs / 2)
      if (fault === 'portal') {
        seen.status = 200
        response.writeHead(200, { 'content-type': 'text/html' }).end(PORTAL)
      } else {
        const code: ProblemCode =
          fault in BY_STATUS ? BY_STATUS[fault as keyof typeof BY_STATUS] : asCode(fault)
        seen.status = PROBLEMS[code]
        reply(response, problem(code), key)
      }
    }
    return true
  }

  async function writeEntry(
    request: IncomingMessage,
    entries: string,
    id: string | null,
    key: string | null,
    body: Buffer,
  ): Promise<Answer> {
    const noun: Noun = entries === 'glovebox_items' ? 'glovebox_item' : 'manual_history'
    const all = body.length > 0 ? await readFields(header(request, 'content-type') ?? '', body) : {}
    const fields = (noun === 'glovebox_item' ? (all.glovebox_item ?? all) : all) as typeof all
    const fingerprint = createHash('sha256').update(JSON.stringify(fields)).digest('hex')
    const method = request.method as 'POST' | 'PUT' | 'DELETE'
    return world.apply({ key, method, noun, id, ifMatch: header(request, 'if-match'), fields, fingerprint })
  }

  function read(method: string, path: string, query: URLSearchParams, body: Buffer): Answer {
    const time = new Date().toISOString()
    switch (`${method} ${path}`) {
      case 'GET /api/v4/ping':
        ledger.probes++
        return { status: 200, body: { ok: true, time } }
      case 'GET /api/v4/sync':
        return {
          status: 200,
          body: world.changesAfter(query.get('cursor'), Number(query.get('limit') ?? SYNC_PAGE)),
        }
      case 'POST /api/v4/sync/receipts': {
        const { ids } = JSON.parse(body.toString('utf8')) as { ids: string[] }
        return { status: 200, body: { missing: ids.filter((id) => !world.knowsKey(id)) } }
      }
      case 'POST /api/v4/clients/heartbeat':
        return { status: 200, body: { success: true } }
      default:
        return problem('not_found')
    }
  }

  function reply(response: ServerResponse, { status, body, etag }: Answer, key: string | null): void {
    const isProblem = status >= 400
    const mayWait = (status === 429 || status === 503) && how.retryAfterS !== null
    response.writeHead(status, {
      'content-type': isProblem ? 'application/problem+json' : 'application/json',
      'cache-control': 'no-store',
      'x-wheelbook-api': '1',
      'x-server-epoch': how.epoch,
      ...(key ? { 'x-wheelbook-op': key } : {}),
      ...(etag ? { etag } : {}),
      ...(mayWait ? { 'retry-after': String(how.retryAfterS) } : {}),
    })
    response.end(JSON.stringify(body))
  }

  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ledger,
    world,
    set: (change) => Object.assign(how, change),
    once: (...decisions) => scripted.push(...decisions),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const BY_STATUS = { '503': 'unavailable', '429': 'too_many', '401': 'not_signed_in' } as const

function asCode(decision: string): ProblemCode {
  if (decision in PROBLEMS) return decision as ProblemCode
  throw new Error(`No fault and no problem of the contract: ${decision}`)
}

/** The client hung up: no answer would reach it, and on a real line its body would not have arrived. */
const isGone = (socket: Socket): boolean => socket.destroyed || socket.readableEnded || !socket.writable

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
