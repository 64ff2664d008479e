import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Reporter } from 'vitest/node'
import { type Failure, UNIT_AND_API, type UnitReport } from './failures.ts'

interface Thrown {
  stack?: string
  message: string
  diff?: string
}

/** Formats message, location, and difference between actual and expected value. */
function formatError({ stack = '', message, diff = '' }: Thrown): string {
  const at = stack.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'))
  return [message, ...at.slice(0, 2), diff].join('\n')
}

/** Vitest reporter for run-all: records passes and all failures, including errors outside any test. */
export default class FailuresReporter implements Reporter {
  onTestRunEnd(...[modules, outside]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const failures: Failure[] = outside.map((error) => ({
      name: 'Outside of any test',
      message: formatError(error),
    }))
    let passed = 0
    const durations: Record<string, number> = {}
    for (const module of modules) {
      passed += [...module.children.allTests('passed')].length
      const file = module.relativeModuleId
      durations[file] = module.diagnostic().duration
      for (const part of [module, ...module.children.allSuites()])
        for (const error of part.errors())
          failures.push({ name: `${file}: around its tests`, message: formatError(error) })
      for (const test of module.children.allTests('failed'))
        failures.push({
          name: `${file}: ${test.fullName}`,
          message: (test.result().errors ?? []).map(formatError).join('\n'),
        })
    }
    const report: UnitReport = { passed, failures, durations }
    const path = join(import.meta.dirname, '../..', UNIT_AND_API)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(report))
  }
}
