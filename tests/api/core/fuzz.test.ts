// S-25, S-24: any input is answered, whatever stands in it. FUZZ_RUNS=1000 asks more of each call, FUZZ_SEED another way.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { fastestOf } from '#tests/support/slowness.ts'
import { aWorld, CASES, callsOfContract, type Sample, type Target } from './samples.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 12)
const SEED = Number(process.env.FUZZ_SEED ?? 25)
const SLOW_MS = 2000

let server: TestServer
let client: Client
let target: Target

beforeAll(async () => {
  server = await startTestServer()
  const service = await server.build.service({ positions: ['front', 'rear'] })
  const world = await aWorld(server, service.id)
  const { client: admin, user } = await world.clientOf(['Super Admin'])
  client = admin
  target = { ...world.assigned, userId: user.id }
})
afterAll(() => server.stop())

/** What reaches for a database, a page, a file, a shell or a spreadsheet, and what only looks like a good value. */
const HOSTILE = [
  "' or 1=1; drop table users; --",
  '"; select pg_sleep(5); --',
  "\\'; select 1",
  '%',
  '_',
  '\\',
  '$1',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=cmd|calc!A1',
  '../../etc/passwd',
  '\u0000',
  '\ud800',
  '\u202e\u0000\uffff',
  'é'.repeat(200),
  '',
  ' ',
  'null',
  'NaN',
  '1e400',
  '-0',
  '00000000-0000-0000-0000-000000000000',
  '2024-02-30',
  '0000-01-01',
  '9999-12-31',
  '+275760-09-13T00:00:00Z',
  '2026-01-01T00:00:00+99:99',
  '99999999.99',
  '-1.00',
]
const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(0, -1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e300, Number.MIN_VALUE, 0.1),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
)
const mutation = fc.record({ place: fc.nat(), value: hostile, removes: fc.boolean() })

type Path = (string | number)[]

function placesIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  const children = Object.entries(value).flatMap(([key, child]) =>
    placesIn(child, [...at, Array.isArray(value) ? Number(key) : key]),
  )
  return at.length > 0 ? [at, ...children] : children
}

/** The sample with some of its values exchanged: in the body, else in the query. */
function mutated(sample: Sample, mutations: { place: number; value: unknown; removes: boolean }[]): Sample {
  if (typeof sample.body === 'object' && sample.body !== null) {
    const body = structuredClone(sample.body) as Record<string, unknown>
    for (const { place, value, removes } of mutations) {
      const places = placesIn(body)
      const at = places[place % Math.max(1, places.length)] ?? []
      const last = at.at(-1)
      const parent = at
        .slice(0, -1)
        .reduce<unknown>((node, key) => (node as Record<string | number, unknown>)[key], body)
      if (last === undefined) continue
      if (removes) Reflect.deleteProperty(parent as object, last)
      else Reflect.set(parent as object, last, value)
    }
    return { ...sample, body }
  }
  const [path = '', query = ''] = sample.path.split('?')
  const params = [...new URLSearchParams(query)]
  for (const { place, value, removes } of mutations) {
    const at = place % (params.length + 1)
    const name = params[at]?.[0] ?? `extra${place % 7}`
    if (removes) params.splice(at, 1)
    else params[at] = [name, typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)]
  }
  return { ...sample, path: `${path}?${new URLSearchParams(params)}` }
}

describe.each(callsOfContract().map((call) => call.name))('%s', (name) => {
  it('answers anything in its own way: no failure of ours, no word of our code, and soon (S-24, S-25)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 4 }), async (mutations) => {
        const tookMs = await fastestOf(SLOW_MS, async () => {
          const good = await CASES[name]!.sample(target)
          const { method, path, body, bytes } = mutated(good, mutations)
          const answer = await client.send(
            method,
            path,
            bytes ?? body,
            bytes ? { 'content-type': 'application/pdf' } : {},
          )
          const text = answer.body instanceof Uint8Array ? '' : JSON.stringify(answer.body)
          expect(answer.status, text).toBeLessThan(500)
          expect(text).not.toMatch(/node_modules|\.ts:\d|syntax error at|insert into |pg_/i)
          if (answer.status >= 400)
            expect(answer.body).toMatchObject({ status: answer.status, code: expect.any(String) })
        })
        expect(tookMs).toBeLessThan(SLOW_MS)
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    )
  }, 600_000)
})
