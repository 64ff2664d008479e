import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FaultLedger } from './fault-ledger.ts'
import type { Attempt, Decision, FaultMix } from './fault-plan.ts'
import type { FaultResponse, FaultWorld } from './fault-world.ts'

/** How the server treats requests; every part can be changed while it runs. */
export interface Behavior {
  mix: FaultMix
  /** Minimum round trip of each call, ms. */
  latencyMs: number
  /** Shortest and longest transfer time of a body, ms; a client that disconnects meanwhile has sent nothing. */
  uplinkMs: [number, number]
  /** True: every call of the API loses its connection; pages are still served. */
  refuse: boolean
  /** True: a captive portal responds to every call of the API; pages are still served. */
  portal: boolean
  /** Seconds of Retry-After on 429 and 503; null: none. */
  retryAfterS: number | null
  /** Decides instead of the mix; undefined: the mix decides. */
  decide: ((attempt: Attempt) => Decision | undefined) | null
  /** Scope `<fleet>:<user>` of the session; a write or a sync of another scope gets 401. Null: anyone's. */
  signedInAs: string | null
  /** The next pull must start again (410). */
  resync: boolean
  /** The check of receipts fails. */
  receiptsFail: boolean
  /** Value of X-Server-Epoch. */
  epoch: string
  /** False: like servers that do not support parts of files. */
  knowsParts: boolean
  /** Size above which a proxy refuses a body, in bytes. */
  proxyLimit: number
}

/** A running server, as its handlers see it. */
export interface Serving {
  seed: number
  how: Behavior
  ledger: FaultLedger
  world: FaultWorld
  /** Number of requests per key. */
  attempts: Map<string, number>
  /** Faults of the next writes, before the mix. */
  scripted: Decision[]
  /** Seeded, from 0 to below 1. */
  uplink: () => number
}

/** A call in progress. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  path: string
}

export const isOtherScope = ({ how }: Serving, request: IncomingMessage): boolean =>
  how.signedInAs !== null && header(request, 'x-wheelbook-scope') !== how.signedInAs

/** Responds as our server does, with its headers. */
export function reply({ how }: Serving, { request, response }: Exchange, outcome: FaultResponse): void {
  const { status, body, etag, isCallMissing } = outcome
  const key = header(request, 'idempotency-key')
  const mayWait = (status === 429 || status === 503) && how.retryAfterS !== null
  response.writeHead(status, {
    'content-type': status >= 400 ? 'application/problem+json' : 'application/json',
    'cache-control': 'no-store',
    'x-wheelbook-api': '1',
    'x-server-epoch': how.epoch,
    ...(key && !isCallMissing ? { 'x-wheelbook-op': key } : {}),
    ...(etag ? { etag } : {}),
    ...(mayWait ? { 'retry-after': String(how.retryAfterS) } : {}),
  })
  response.end(JSON.stringify(body))
}

const PORTAL = '<!doctype html><title>Guest network</title><p>Please sign in to the guest network.</p>'

/** Responds as a captive portal does. */
export function replyAsPortal({ response }: Exchange): void {
  response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }).end(PORTAL)
}

/** Responds as a proxy or a filter does that refuses the request. */
export function replyAsProxy({ response }: Exchange, status: 403 | 413): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end(`<html><h1>${status}</h1></html>`)
}

export function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' ? value : null
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
