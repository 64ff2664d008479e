// S-24, S-25: a seeded part of `npm run fuzz`. FUZZ_CASES asks more, FUZZ_SEED something else.
import { expect, inject, it } from 'vitest'
import { fuzz, textOf } from '#tests/fuzz/fuzz.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 25)
const CASES = Number(process.env.FUZZ_CASES ?? 1600)
/** A busy machine sends fewer cases, not a slower suite. */
const UNTIL_MS = 80_000

it('answers whatever is sent to any operation as anybody: documented, by its schema, soon, and without a fault', async () => {
  const untilMs = process.env.FUZZ_CASES === undefined ? { untilMs: UNTIL_MS } : {}
  const report = await fuzz({ seed: SEED, cases: CASES, cluster: inject('cluster'), ...untilMs })
  expect(report.findings.map((finding) => textOf(finding, SEED)).join('\n\n')).toBe('')
  // Each operation has its turn, also those that were added since.
  expect(report.cases).toBeGreaterThanOrEqual(report.operations)
}, 900_000)
