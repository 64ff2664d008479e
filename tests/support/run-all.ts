// npm test: static checks, unit and API tests, then the browser tests on the production build. Ends with the slowest files,
// the failures and a summary line, and fails if any part failed.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type BrowserReport,
  browserDurations,
  browserFailures,
  flakyTests,
  formatFailure,
  formatSlowest,
  readReport,
  UNIT_AND_API,
  type UnitReport,
} from './failures.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const bin = (path: string) => join(ROOT, 'node_modules', path)
const BROWSER = 'test-results/browser.json'

const PARTS: { name: string; args: string[] }[] = [
  { name: 'Static checks', args: ['tests/support/check.ts'] },
  {
    name: 'Unit and API tests',
    args: [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=dot',
      '--reporter=./tests/support/vitest-reporter.ts',
    ],
  },
  { name: 'Browser tests', args: [bin('playwright/cli.js'), 'test'] },
]

rmSync(join(ROOT, 'test-results'), { recursive: true, force: true })
const failed = PARTS.filter(({ name, args }) => {
  const began = Date.now()
  console.log(`\n== ${name}`)
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  console.log(
    `== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - began) / 1000)} s`,
  )
  return status !== 0
})

const unitAndApi = readReport<UnitReport>(join(ROOT, UNIT_AND_API))
const browser = readReport<BrowserReport>(join(ROOT, BROWSER))
const durations = { ...unitAndApi?.durations, ...(browser && browserDurations(browser)) }
const passed = (unitAndApi?.passed ?? 0) + (browser ? browser.stats.expected + browser.stats.flaky : 0)
const failures = [...(unitAndApi?.failures ?? []), ...(browser ? browserFailures(browser) : [])]
console.log(`\nSlowest files: ${formatSlowest(durations, 15)}`)
for (const flaky of browser ? flakyTests(browser) : [])
  console.log(`\nFlaky, passed only at the second attempt: ${formatFailure(flaky)}`)
for (const failure of failures) console.log(`\nFailed: ${formatFailure(failure)}`)
if (failed.length > 0) console.log(`\nFailed: ${failed.map(({ name }) => name).join(', ')}`)
console.log(`\n${passed} passed, ${Math.max(failures.length, failed.length)} failed`)
process.exit(failed.length > 0 ? 1 : 0)
