import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { CASES } from '#tests/api/core/samples.ts'
import type { TestCluster } from '#tests/support/test-database.ts'
import { type Change, describeChange } from './change.ts'
import { changesOf } from './changes.ts'
import { isAllowed, type Operation, operationAt, operationsOfContract } from './operations.ts'
import { findViolations } from './oracles.ts'
import { type RequestSpec, requestOf } from './request.ts'
import { sequenceOf } from './sequences.ts'
import { openTransport, type RawResponse } from './transport.ts'
import { ACTORS, type ActorName, rolesOf, startWorld, TARGETS, type TargetName, type World } from './world.ts'

interface FuzzOptions {
  seed: number
  /** Total number of cases; each operation gets its share. */
  cases: number
  /** Runs only operations whose names start with this. */
  only?: string
  /** Runs only this case of each operation. */
  number?: number
  /** Stops early, between two cases. */
  untilMs?: number
  cluster?: TestCluster
  print?: (line: string) => void
}

export interface Finding {
  operation: string
  number: number
  actor: ActorName
  target: TargetName
  changes: Change[]
  faults: string[]
  request: string
  response: string
  /** Number of identical findings. */
  count: number
}

interface FuzzReport {
  seed: number
  cases: number
  requests: number
  seconds: number
  /** Cases by class (valid, changed, form, bytes, …) and by response. */
  classes: Record<string, number>
  statuses: Record<string, number>
  operations: number
  pairs: number
  slowestMs: number
  findings: Finding[]
}

/** Number of cases after which the fleet is recreated. */
const CASES_PER_FLEET = 400

interface Case {
  operation: Operation
  number: number
  actor: ActorName
  target: TargetName
  changes: Change[]
}

/** Sends seeded requests of every kind to every operation as every actor, and checks each response. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { seed, only, print = () => {} } = options
  const all = operationsOfContract()
  const operations = all.filter(({ name }) => only === undefined || name.startsWith(only))
  if (operations.length === 0) throw new Error(`No operation begins with ${only}.`)
  const world = await startWorld(options.cluster ? { cluster: options.cluster } : {})
  const transport = openTransport(world.server.url)
  const begun = performance.now()
  const report = emptyReport(seed)
  const pairs = new Set<string>()
  const findings = new Map<string, Finding>()
  report.operations = operations.length
  try {
    const total = options.number === undefined ? options.cases : operations.length
    for (let i = 0; i < total; i++) {
      if (options.untilMs !== undefined && performance.now() - begun > options.untilMs) break
      if (i > 0 && i % CASES_PER_FLEET === 0) await world.renew()
      if (i > 0 && i % 1000 === 0) print(progress(report, i, total, begun, findings.size))
      const operation = operations[i % operations.length]!
      const number = options.number ?? Math.floor(i / operations.length)
      const testCase = caseOf(seed, operation, number)
      pairs.add(`${operation.name} ${testCase.actor}`)
      for (const name of classesOf(testCase)) count(report.classes, name)
      report.cases++
      const faults = await outcomeOf(testCase)
      if (faults.length > 0) await note(testCase, faults)
    }
  } finally {
    transport.close()
    await world.stop().catch((error) => {
      // A response that OpenAPI does not document was reported above, with its request.
      if (!String(error).includes('OpenAPI')) throw error
    })
  }
  report.seconds = Math.round((performance.now() - begun) / 1000)
  report.pairs = pairs.size
  report.findings = [...findings.values()]
  return report

  async function outcomeOf(example: Case): Promise<string[]> {
    const attempts = await attempt(world, transport.send, example, all)
    report.requests += attempts.length
    for (const { response } of attempts) {
      count(report.statuses, String(response.status))
      report.slowestMs = Math.max(report.slowestMs, Math.round(response.milliseconds))
    }
    last = attempts.at(-1)
    return attempts.flatMap(({ faults }) => faults)
  }

  async function note(example: Case, faults: string[]) {
    const key = `${example.operation.name.split('.')[0]} ${faults.join('; ').replaceAll(/\d+/g, '#')}`
    const known = findings.get(key)
    if (known) return void known.count++
    const minimal = await minimized(example, faults)
    if (minimal === null) return
    const { changes, seen } = minimal
    const finding: Finding = {
      operation: example.operation.name,
      number: example.number,
      actor: example.actor,
      target: example.target,
      changes,
      faults: seen.faults,
      request: describe(seen.wire),
      response: `${seen.response.status} ${seen.response.text.slice(0, 1500)}`,
      count: 1,
    }
    findings.set(key, finding)
    print(textOf(finding, seed))
  }

  /** Returns the fewest mutations that still fail. Null: it was only slow, and is not when repeated. */
  async function minimized(example: Case, faults: string[]) {
    let changes = example.changes
    let seen = last
    // Slowness caused by a busy machine is not reproducible.
    const isSlowOnly = faults.every((line) => /^took \d+ ms$|^returned 503/.test(line))
    const again = async (fewer: Change[]) => {
      const attempts = await attempt(world, transport.send, { ...example, changes: fewer }, all)
      return attempts.find((each) => each.faults.length > 0)
    }
    if (isSlowOnly) {
      for (let i = 0; i < 4; i++) {
        await sleep(1000)
        seen = await again(changes)
        if (!seen) return null
      }
    }
    for (let i = changes.length - 1; i >= 0; i--) {
      const fewer = changes.filter((_, j) => j !== i)
      const failed = await again(fewer)
      if (failed) [changes, seen] = [fewer, failed]
    }
    return seen ? { changes, seen } : null
  }
}
let last: Attempt | undefined

interface Attempt {
  wire: RequestSpec
  response: RawResponse
  faults: string[]
}
type Send = ReturnType<typeof openTransport>['send']

/** Sends a case: one request, the same one twice, or a short sequence about one resource. */
async function attempt(world: World, send: Send, testCase: Case, all: Operation[]): Promise<Attempt[]> {
  const { operation, actor, target, changes } = testCase
  const entry = CASES[operation.name]
  if (!entry) throw new Error(`${operation.name} has no sample in tests/api/core/samples.ts.`)
  const { sample, headers } = await world.request(operation, actor, target, entry.sample)
  const attempts: Attempt[] = []

  const sendAndCheck = async (operation: Operation, wire: RequestSpec): Promise<Attempt> => {
    await world.writes()
    world.errors.splice(0)
    const response = await send(wire, headers)
    const written = response.status >= 400 ? await world.writes() : []
    const body = wire.body
    const reached = operationAt(all, wire.method, wire.path)
    const seen = {
      operation: reached ?? operation,
      isReached: reached !== undefined,
      actor,
      method: wire.method,
      response,
      written,
      errors: world.errors.splice(0),
      bodyBytes: Buffer.isBuffer(body) ? body.length : 0,
      hasTicket: wire.path.includes('auth_token'),
    }
    const faults = await findViolations(seen)
    const made = { wire, response, faults }
    attempts.push(made)
    return made
  }

  const wire = requestOf(operation, sample, changes)
  const first = await sendAndCheck(operation, wire)
  if (changes.some((change) => change.in === 'repetition')) {
    const second = await sendAndCheck(operation, wire)
    if (first.response.status < 400 && second.response.status !== first.response.status)
      second.faults.push(`repeated: ${second.response.status} after ${first.response.status}`)
    if (first.response.status < 400 && second.response.text !== first.response.text)
      second.faults.push('repeated with the same key, the response is another one')
  }
  for (const step of sequenceOf(operation, sample, wire, first.response, all)) {
    const { response, faults, wire: sent } = await sendAndCheck(step.operation, step.wire)
    if (step.mustBeGone && response.status < 400)
      faults.push(`${sent.method} ${sent.path} finds what ${operation.name} deleted`)
  }
  return attempts
}

/** Returns the n-th case of an operation for a seed. Deterministic. */
function caseOf(seed: number, operation: Operation, number: number): Case {
  const shift = hashOf(operation.name) % ACTORS.length
  // Every second case iterates over all actors; the others use allowed ones.
  const allowed = ACTORS.filter((actor) => mayDo(operation, actor))
  const list = number % 2 === 0 || allowed.length === 0 ? ACTORS : allowed
  const actor = list[(Math.floor(number / 2) + shift) % list.length] ?? 'anonymous'
  const arbitrary = fc.record({
    target: fc.oneof(
      { weight: 6, arbitrary: fc.constant<TargetName>('assigned') },
      { weight: 4, arbitrary: fc.constantFrom(...TARGETS) },
    ),
    changes: changesOf(operation),
  })
  const [made] = fc.sample(arbitrary, { seed: hashOf(`${seed} ${operation.name} ${number}`), numRuns: 1 })
  if (!made) throw new Error('fast-check made no case.')
  return { operation, number, actor, ...made }
}

function mayDo(operation: Operation, actor: ActorName): boolean {
  const { access } = operation.meta
  if (access === 'shop') return actor === 'shop'
  if (access === 'anyone') return actor === 'anonymous' || actor === 'partner'
  return isAllowed(operation, rolesOf(actor))
}

function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619)
  return hash >>> 1
}

const classesOf = ({ changes }: Case) =>
  changes.length === 0 ? ['as documented'] : new Set(changes.map((change) => change.in))

function count(counts: Record<string, number>, name: string) {
  counts[name] = (counts[name] ?? 0) + 1
}

const emptyReport = (seed: number): FuzzReport => ({
  seed,
  cases: 0,
  requests: 0,
  seconds: 0,
  classes: {},
  statuses: {},
  operations: 0,
  pairs: 0,
  slowestMs: 0,
  findings: [],
})

function progress(report: FuzzReport, done: number, total: number, begun: number, findings: number) {
  const seconds = Math.round((performance.now() - begun) / 1000)
  return `${done} of ${total} cases, ${report.requests} requests, ${seconds} s, ${findings} findings`
}

function describe({ method, path, headers, body }: RequestSpec): string {
  const lines = [
    `${method} ${path.slice(0, 800)}`,
    ...headers.map(([name, value]) => `${name}: ${value.slice(0, 200)}`),
  ]
  if (Buffer.isBuffer(body)) lines.push(body.toString('utf8').slice(0, 1500))
  else if (body) lines.push(`form: ${JSON.stringify([...body.entries()]).slice(0, 1500)}`)
  return lines.join('\n  ')
}

/** Formats a finding, with the command that reproduces it. */
export function textOf(finding: Finding, seed: number): string {
  const { operation, number, actor, target, changes, faults, request, response } = finding
  return [
    `FOUND ${operation} as ${actor}, about what is ${target}: ${faults.join('; ')}`,
    `  npm run fuzz -- --seed ${seed} --only ${operation} --case ${number}`,
    `  changes: ${changes.map(describeChange).join(' ') || 'none'}`,
    `  ${request}`,
    `  => ${response}`,
  ].join('\n')
}
