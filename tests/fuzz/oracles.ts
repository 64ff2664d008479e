import { getRouter } from '@orpc/server'
import { contract } from '#contract/contract.ts'
import { PROBLEMS, ProblemBody, type ProblemCode } from '#contract/core/problems.ts'
import { problemsOf, successesOf } from '#server/http/calls/call-problems.ts'
import { isAllowed, type Operation } from './operations.ts'
import type { RawResponse } from './transport.ts'
import { type ActorName, FOREIGN_MARK, rolesOf } from './world.ts'

const SLOW_MS = 2000
/** Phrases that only our code, the database or the server's disk can produce. */
const INSIDES =
  /node_modules|\.ts:\d+|at \w+ \(|syntax error at|insert into |violates |relation "|pg_catalog|ENOENT|\/server\/|wheelbook-data-/i
/** Statuses with which Node responds before a request reaches us: malformed, too slow, headers too long. */
const BEFORE_US = [400, 408, 414, 417, 431]
/** Tables that a rejected call may write: records of the rejection or attempt. */
const NOTES_OF_REJECTIONS =
  /^(sessions|tickets|one_time_passwords|captcha_passes|(shop_)?idempotency_keys|sign_(in|up)_(tries|trail|lockouts|codes))$/
/**
 * Additional tables that a rejected call may write. The gateway customer exists by then, even if the card is rejected.
 */
const MAY_WRITE: Record<string, string[]> = { 'paymentMethods.create': ['fleets'] }

interface Observation {
  operation: Operation
  /** The request reached this operation, not an unknown path or method. */
  isReached: boolean
  actor: ActorName
  method: string
  response: RawResponse
  bodyBytes: number
  hasTicket: boolean
  written: string[]
  errors: string[]
}

/** Returns one line per violation; empty if the response is correct. */
export async function findViolations(seen: Observation): Promise<string[]> {
  const { response, errors, method } = seen
  const faults: string[] = []
  if (response.status === 0) {
    // The connection may close when a body is rejected before it is read. Node answers 431 with a body even to HEAD.
    const isExpected = seen.bodyBytes > 60_000 || (method === 'HEAD' && response.text.includes('Parse Error'))
    return isExpected && errors.length === 0 ? [] : [`no response: ${response.text}`]
  }
  if (response.headers['x-request-id'] === undefined)
    return BEFORE_US.includes(response.status) ? [] : [`${response.status} without a request id`]
  const unexpected = errors.find((line) => !line.startsWith('mail_unavailable'))
  if (unexpected !== undefined) faults.push(`logged an error: ${firstOwnLines(unexpected)}`)
  if (response.headers['x-injected'] !== undefined) faults.push('a value became a header')
  if (response.text.includes(FOREIGN_MARK)) faults.push('shows the text of another fleet')
  if (response.milliseconds > SLOW_MS) faults.push(`took ${Math.round(response.milliseconds)} ms`)
  if (response.status >= 400) faults.push(...faultsOfProblem(seen))
  else if (seen.isReached) faults.push(...(await faultsOfSuccess(seen)))
  return faults
}

function faultsOfProblem({ response, operation, isReached, method, written }: Observation): string[] {
  const { status, text, headers } = response
  const faults: string[] = []
  const mayWrite = MAY_WRITE[operation.name] ?? []
  const noted = written.filter((table) => !NOTES_OF_REJECTIONS.test(table) && !mayWrite.includes(table))
  if (noted.length > 0) faults.push(`refused with ${status}, but wrote ${noted.join(', ')}`)
  if (method === 'HEAD') return status >= 500 ? [...faults, `returned ${status}`] : faults
  if (INSIDES.test(text)) faults.push('tells of its insides')
  if (!String(headers['content-type']).startsWith('application/problem+json'))
    return [...faults, `${status} that is no problem: ${headers['content-type']}`]
  const read = ProblemBody.safeParse(JSON.parse(text))
  if (!read.success)
    return [...faults, `a problem that is none: ${JSON.stringify(read.error.issues).slice(0, 300)}`]
  const extra = Object.keys(JSON.parse(text)).filter((name) => !Object.hasOwn(read.data, name))
  if (extra.length > 0) faults.push(`a problem with the undocumented fields ${extra.join(', ')}`)
  const { code } = read.data
  const isPassing = status === 503 && headers['retry-after'] !== undefined && code === 'mail_unavailable'
  if (status >= 500 && !isPassing) faults.push(`returned ${status} ${code}`)
  if (PROBLEMS[code] !== status || read.data.status !== status)
    faults.push(`${code} with the status ${status}`)
  const expected = isReached
    ? codesOf(operation)
    : new Set<ProblemCode>(['method_not_allowed', ...EVERYWHERE])
  if (!expected.has(code)) faults.push(`undocumented: ${status} ${code}`)
  return faults
}

/** Possible problems of an undocumented method on a known path. */
const EVERYWHERE: ProblemCode[] = [
  ...(['malformed', 'not_found', 'cross_site', 'not_signed_in', 'not_allowed', 'unsupported_media'] as const),
  ...(['idempotency_key_invalid', 'too_large', 'validation'] as const),
]

async function faultsOfSuccess({
  response,
  operation,
  actor,
  method,
  hasTicket,
}: Observation): Promise<string[]> {
  const { access } = operation.meta
  const faults: string[] = []
  const mayIt =
    access === 'anyone' ||
    hasTicket ||
    (access === 'shop' ? actor === 'shop' : isAllowed(operation, rolesOf(actor)))
  if (!mayIt) faults.push(`let ${actor} in`)
  const expected = successesOf(definitionOf(operation))
  if (!expected.includes(response.status))
    faults.push(`undocumented: ${response.status} in place of ${expected}`)
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  if (isJson && method !== 'HEAD' && operation.output) {
    const result = await operation.output['~standard'].validate(JSON.parse(response.text))
    if (result.issues) faults.push(`against its schema: ${JSON.stringify(result.issues).slice(0, 400)}`)
  }
  return faults
}

/** Returns the error's first stack lines in our own code, so that equal errors look equal. */
function firstOwnLines(error: string): string {
  const [message = '', ...stack] = error.split('\n')
  const own = stack.filter((line) => /\/(server|contract)\//.test(line) && !line.includes('node_modules'))
  return [
    message.slice(0, 300),
    ...own.slice(0, 3).map((line) => line.trim().replace(/file:\/\/.*?(?=server\/|contract\/)/, '')),
  ].join(' | ')
}

const definitionOf = ({ name }: Operation) =>
  getRouter(contract as never, name.split('.')) as unknown as Parameters<typeof problemsOf>[0]
const known = new Map<string, ReadonlySet<ProblemCode>>()
function codesOf(operation: Operation): ReadonlySet<ProblemCode> {
  const codes = known.get(operation.name) ?? problemsOf(definitionOf(operation))
  known.set(operation.name, codes)
  return codes
}
