// npm test: static checks, unit and API tests, then the browser tests on the production build.
// Ends with one line that counts everything, and fails when any part did.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const bin = (path: string) => join(ROOT, 'node_modules', path)
const UNIT_AND_API = 'test-results/vitest.json'
const BROWSER = 'test-results/browser.json'
const NO_BROWSER_TEST = { expected: 0, unexpected: 0, flaky: 0 }

const PARTS: { name: string; args: string[] }[] = [
  { name: 'Static checks', args: ['tests/support/check.ts'] },
  {
    name: 'Unit and API tests',
    args: [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${UNIT_AND_API}`,
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

const counts = [vitestCounts(), browserCounts()]
const sum = (key: 'passed' | 'failed') => counts.reduce((total, count) => total + count[key], 0)
for (const title of unsteady()) console.log(`\nUnsteady, passed at the second try only: ${title}`)
if (failed.length > 0) console.log(`\nFailed: ${failed.map(({ name }) => name).join(', ')}`)
console.log(`\n${sum('passed')} passed, ${Math.max(sum('failed'), failed.length)} failed`)
process.exit(failed.length > 0 ? 1 : 0)

function vitestCounts() {
  const report = read<{ numPassedTests: number; numFailedTests: number }>(UNIT_AND_API)
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }
}

interface Suite {
  suites?: Suite[]
  specs?: { title: string; file: string; tests: { status: string }[] }[]
}

interface BrowserReport extends Suite {
  stats: { expected: number; unexpected: number; flaky: number }
}

function browserCounts() {
  const { expected, unexpected, flaky } = read<BrowserReport>(BROWSER)?.stats ?? NO_BROWSER_TEST
  return { passed: expected + flaky, failed: unexpected }
}

/** Browser tests that failed once: they do not stop the run, and are bugs of the product or of the test all the same. */
function unsteady(suite: Suite | null = read<BrowserReport>(BROWSER)): string[] {
  const own = (suite?.specs ?? []).filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [
    ...own.map(({ file, title }) => `${file}: ${title}`),
    ...(suite?.suites ?? []).flatMap((child) => unsteady(child)),
  ]
}

function read<T>(path: string): T | null {
  const file = join(ROOT, path)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null
}
