import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROBLEMS, type ProblemCode } from '#contract/core/problems.ts'
import type { SeenRequest } from './fault-ledger.ts'
import { type Attempt, type Decision, drawFault } from './fault-plan.ts'
import { readFields } from './fault-rows.ts'
import {
  type Exchange,
  header,
  isOtherScope,
  readBody,
  reply,
  replyAsPortal,
  replyAsProxy,
  type Serving,
} from './fault-serving.ts'
import { type FaultResponse, problem } from './fault-world.ts'

const SLOW_MS = 10_000
const BY_STATUS = { '503': 'unavailable', '429': 'too_many', '401': 'not_signed_in' } as const

/** Target of a write. */
export interface Target {
  noun: 'manual_history' | 'glovebox_item' | 'file'
  id: string | null
  /** Offset of the file part; null: not a part. */
  part: number | null
}

/** Receives a write over the simulated connection, applies its fault, and counts what was done. */
export async function takeWrite(serving: Serving, exchange: Exchange, target: Target): Promise<void> {
  const { how, ledger, uplink } = serving
  const { request } = exchange
  const seen = see(serving, exchange, target)
  const body = await readBody(request)
  seen.bytes = body.length
  const [shortestMs, longestMs] = how.uplinkMs
  await sleep(how.latencyMs / 2 + shortestMs + uplink() * (longestMs - shortestMs))
  if (isGone(request.socket)) {
    seen.ended = 'lost'
    return
  }
  if (body.length > how.proxyLimit) {
    seen.ended = 'faulted'
    seen.status = 413
    return replyAsProxy(exchange, 413)
  }
  if (seen.fault !== 'ok' && seen.fault !== 'lostAck' && seen.fault !== 'slow') {
    seen.ended = 'faulted'
    return strike(serving, exchange, seen)
  }
  const response = await perform(serving, request, target, body)
  // A part has no effect; the call that completes the file has.
  if (response.status < 400 && target.part === null) ledger.countExecution(seen.key)
  seen.ended = 'done'
  if (seen.fault === 'lostAck') {
    request.socket.destroy()
    return
  }
  await sleep(how.latencyMs / 2 + (seen.fault === 'slow' ? SLOW_MS : 0))
  seen.status = response.status
  reply(serving, exchange, response)
}

/** Records an attempt in the ledger, with its fault. */
function see(serving: Serving, { request, path }: Exchange, { id }: Target): SeenRequest {
  const { seed, how, attempts, scripted, ledger } = serving
  const key = header(request, 'idempotency-key')
  const attempt = (attempts.get(key ?? path) ?? 0) + 1
  attempts.set(key ?? path, attempt)
  const about: Attempt = { method: request.method ?? '', path, key, id, attempt }
  const planned = how.portal
    ? 'portal'
    : (scripted.shift() ?? how.decide?.(about) ?? drawFault(seed, how.mix, about))
  const seen: SeenRequest = {
    at: Date.now(),
    method: about.method,
    path,
    key,
    attempt,
    fault: isOtherScope(serving, request) ? 'not_signed_in' : planned,
    scope: header(request, 'x-wheelbook-scope'),
    bytes: 0,
    ended: 'open',
    status: 0,
  }
  ledger.requests.push(seen)
  return seen
}

/** Applies a fault instead of the work. */
async function strike(serving: Serving, exchange: Exchange, seen: SeenRequest): Promise<void> {
  const { request } = exchange
  if (seen.fault === 'reset') {
    request.socket.destroy()
    return
  }
  if (seen.fault === 'hang') {
    await once(request.socket, 'close')
    return
  }
  await sleep(serving.how.latencyMs / 2)
  if (seen.fault === 'portal') {
    seen.status = 200
    replyAsPortal(exchange)
    return
  }
  if (seen.fault === 'blocked') {
    seen.status = 403
    replyAsProxy(exchange, 403)
    return
  }
  const code = codeOf(seen.fault)
  seen.status = PROBLEMS[code]
  reply(serving, exchange, problem(code))
}

async function perform(
  { world, how }: Serving,
  request: IncomingMessage,
  { noun, id, part }: Target,
  body: Buffer,
): Promise<FaultResponse> {
  if (part !== null) {
    if (!how.knowsParts) return { ...problem('not_found'), isCallMissing: true }
    return world.putPart(id ?? '', part, body, header(request, 'content-digest'))
  }
  if (noun === 'file')
    return world.putFile(id ?? '', body, header(request, 'repr-digest'), header(request, 'idempotency-key'))
  const all = body.length > 0 ? await readFields(header(request, 'content-type') ?? '', body) : {}
  const fields = (noun === 'glovebox_item' ? (all.glovebox_item ?? all) : all) as typeof all
  return world.apply({
    key: header(request, 'idempotency-key'),
    method: request.method as 'POST' | 'PUT' | 'DELETE',
    noun,
    id,
    fields,
    ifMatch: header(request, 'if-match'),
    fingerprint: createHash('sha256').update(JSON.stringify(fields)).digest('hex'),
  })
}

function codeOf(decision: Decision): ProblemCode {
  const code = BY_STATUS[decision as keyof typeof BY_STATUS] ?? decision
  if (code in PROBLEMS) return code as ProblemCode
  throw new Error(`No fault and no problem of the contract: ${decision}`)
}

/** The client disconnected: no response would reach it, and on a real connection its body would not have arrived. */
const isGone = (socket: Socket): boolean => socket.destroyed || socket.readableEnded || !socket.writable
