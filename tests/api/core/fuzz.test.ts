// S-24, S-25: a seeded part of `npm run fuzz`. FUZZ_CASES sets the number of cases, FUZZ_SEED the seed.
import { expect, inject, it } from 'vitest'
import { fuzz, textOf } from '#tests/fuzz/fuzz.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 25)
const CASES = Number(process.env.FUZZ_CASES ?? 1600)
/** A busy machine sends fewer cases instead of taking longer. */
const UNTIL_MS = 80_000

it('answers any request by any user to any operation as documented, by its schema, quickly, and without a server error', async () => {
  const untilMs = process.env.FUZZ_CASES === undefined ? { untilMs: UNTIL_MS } : {}
  const report = await fuzz({ seed: SEED, cases: CASES, cluster: inject('cluster'), ...untilMs })
  expect(report.findings.map((finding) => textOf(finding, SEED)).join('\n\n')).toBe('')
  // Each operation is covered, including those added since.
  expect(report.cases).toBeGreaterThanOrEqual(report.operations)
}, 900_000)
