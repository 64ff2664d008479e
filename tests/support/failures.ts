// Reads failures and durations from the reports of Vitest and Playwright, because often only the tail of a log is kept.
import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** Output path of vitest-reporter.ts. */
export const UNIT_AND_API = 'test-results/vitest.json'

/** A failed test: its file, full name and message. */
export interface Failure {
  name: string
  message: string
}

/** Report written by vitest-reporter.ts. */
export interface UnitReport {
  passed: number
  failures: Failure[]
  /** Milliseconds by file. */
  durations: Record<string, number>
}

interface Suite {
  title: string
  suites?: Suite[]
  specs?: {
    title: string
    file: string
    tests: { status: string; results: { duration: number; errors: { message?: string }[] }[] }[]
  }[]
}

/** The parts of Playwright's JSON report that are used. */
export interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: Suite[]
  errors: { message?: string }[]
}

/** Reads the report at `path`. Null: the run ended before it was written. */
export function readReport<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null
}

/** Returns failed browser tests, and failures outside any test. */
export function browserFailures(report: BrowserReport): Failure[] {
  const outside = report.errors.map(({ message = '' }) => ({ name: 'Outside of any test', message }))
  return [...report.suites.flatMap((suite) => testsOf(suite, 'unexpected')), ...outside]
}

/** Returns browser tests that passed only on retry. They are bugs of the product or the test too. */
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

/** Returns how long the tests of each file took, in milliseconds, retries included. */
export function browserDurations(report: BrowserReport): Record<string, number> {
  const durations: Record<string, number> = {}
  const visit = ({ specs = [], suites = [] }: Suite): void => {
    for (const { file, tests } of specs)
      for (const { duration } of tests.flatMap(({ results }) => results))
        durations[file] = (durations[file] ?? 0) + duration
    suites.forEach(visit)
  }
  report.suites.forEach(visit)
  return durations
}

/** Formats the files that took longest, for the log. */
export function formatSlowest(durations: Record<string, number>, count: number): string {
  return Object.entries(durations)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([file, ms]) => `${file} ${Math.round(ms / 1000)} s`)
    .join(', ')
}

/** Formats a failure for the log: its name, and the first lines of its message. */
export function formatFailure({ name, message }: Failure): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return [name, ...lines.slice(0, 16).map((line) => `    ${line}`)].join('\n')
}
