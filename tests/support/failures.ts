// What failed, read from the reports that Vitest and Playwright leave: the tail of a log is often all that is kept of it.
import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** Where vitest-reporter.ts writes. */
export const UNIT_AND_API = 'test-results/vitest.json'

/** A test that failed: its file and full name, and what it said. */
export interface Failure {
  name: string
  message: string
}

/** What vitest-reporter.ts leaves. */
export interface UnitReport {
  passed: number
  failures: Failure[]
}

interface Suite {
  title: string
  suites?: Suite[]
  specs?: {
    title: string
    file: string
    tests: { status: string; results: { errors: { message?: string }[] }[] }[]
  }[]
}

/** Playwright's JSON report, as far as it is read here. */
export interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: Suite[]
  errors: { message?: string }[]
}

/** The report at `path`, or null where the run ended before it was written. */
export function readReport<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null
}

/** Browser tests that failed, and what failed outside of any test. */
export function browserFailures(report: BrowserReport): Failure[] {
  const outside = report.errors.map(({ message = '' }) => ({ name: 'Outside of any test', message }))
  return [...report.suites.flatMap((suite) => testsOf(suite, 'unexpected')), ...outside]
}

/** Browser tests that passed at the second try only: bugs of the product or of the test all the same. */
export function flakyTests(report: BrowserReport): Failure[] {
  return report.suites.flatMap((suite) => testsOf(suite, 'flaky'))
}

function testsOf(suite: Suite, status: string, above: string[] = []): Failure[] {
  const own = (suite.specs ?? []).flatMap(({ title, file, tests }) =>
    tests
      .filter((test) => test.status === status)
      .map(({ results }) => ({
        name: `${file}: ${[...above, title].join(' › ')}`,
        message: results.flatMap(({ errors }) => errors.map(({ message = '' }) => message))[0] ?? '',
      })),
  )
  const below = (suite.suites ?? []).flatMap((child) => testsOf(child, status, [...above, child.title]))
  return [...own, ...below]
}

/** A failure as lines of a log: its name, and the first lines of its message. */
export function formatFailure({ name, message }: Failure): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [name, ...lines.slice(0, 16).map((line) => `    ${line}`)].join('\n')
}
