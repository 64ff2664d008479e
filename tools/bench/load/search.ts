import { setTimeout as sleep } from 'node:timers/promises'
import type { Generator } from './generator-process.ts'
import type { Part, RunningServer } from './installation.ts'
import { limitOf, nextFactor, type ResourceUse, reasonsBeyond, type Step, type Tried } from './limits.ts'
import { type Watched, watch } from './watch.ts'

/** A measured step with everything that its report needs. */
export type MeasuredStep = Step & Watched & { seconds: number; reasons: string[] }

export interface SearchResult {
  /** With the load of all phones and managers, longer than the other steps. */
  nominal: MeasuredStep
  /** Highest step within the limits. Null: even the lowest was beyond. */
  within: MeasuredStep | null
  /** Lowest step beyond a limit. Null: none was found within the steps allowed. */
  beyond: MeasuredStep | null
  limit: ResourceUse | null
}

export interface SearchOptions {
  generator: Generator
  servers: readonly RunningServer[]
  databases: readonly Part[]
  seed: string
  seconds: number
  nominalSeconds: number
  stepsMax: number
  print(line: string): void
}

/** Pause between steps, in which the queues and open requests of a step end. */
const PAUSE_MS = 2000
/**
 * Steps that fill caches and let the servers' code be compiled, until a call takes hardly less CPU time than in the step
 * before. Otherwise the nominal load, which is measured first, would look more expensive than higher loads.
 */
const WARM_UP = { factor: 1, seconds: 10, stepsMax: 8 }
/** The servers are warm when a step saves less than this share of the CPU time. */
const WARM_SAVING = 0.05

/** Measures the nominal load, and then searches the highest load within the limits. */
export async function searchLimit(options: SearchOptions): Promise<SearchResult> {
  const { print, seconds, nominalSeconds, stepsMax } = options
  await warmUp(options)
  const nominal = await measureStep(options, 1, nominalSeconds)
  print(describeStep(nominal))
  const steps = [nominal]
  const tried = (): Tried[] => steps.map(({ factor, reasons }) => ({ factor, isBeyond: reasons.length > 0 }))
  for (let factor = nextFactor(tried(), 1); factor !== null && steps.length < stepsMax; ) {
    const step = await measureStep(options, factor, seconds)
    print(describeStep(step))
    steps.push(step)
    factor = nextFactor(tried(), 1)
  }
  const byFactor = [...steps].sort((a, b) => a.factor - b.factor)
  const beyond = byFactor.find(({ reasons }) => reasons.length > 0) ?? null
  const within =
    byFactor.findLast((step) => step.factor < (beyond?.factor ?? Number.POSITIVE_INFINITY)) ?? null
  return { nominal, within, beyond, limit: beyond && limitOf(beyond) }
}

async function warmUp(options: SearchOptions): Promise<void> {
  const cpuMs: number[] = []
  while (cpuMs.length < WARM_UP.stepsMax && !isWarm(cpuMs)) {
    const { cpuSeconds, summary } = await measureStep(options, WARM_UP.factor, WARM_UP.seconds)
    const seconds = (cpuSeconds.server ?? 0) + (cpuSeconds.primary ?? 0)
    cpuMs.push((seconds * 1000) / Math.max(1, summary.counts.ok))
  }
  options.print(
    `warm after ${cpuMs.length} steps: ${cpuMs.map((ms) => ms.toFixed(1)).join(', ')} ms CPU per call`,
  )
}

/** Returns whether the last step saved hardly any CPU time per call. */
export function isWarm(cpuMsPerCall: readonly number[]): boolean {
  const [before, last] = cpuMsPerCall.slice(-2)
  return before !== undefined && last !== undefined && last > before * (1 - WARM_SAVING)
}

async function measureStep(
  { generator, servers, databases, seed }: SearchOptions,
  factor: number,
  seconds: number,
): Promise<MeasuredStep> {
  await sleep(PAUSE_MS)
  const watching = watch([...servers.map(({ part }) => part), ...databases, generator.part], servers)
  const urls = servers.map(({ url }) => url)
  const summary = await generator.load(urls, { factor, seconds, seed: `${seed} ${factor.toFixed(3)}` })
  const step = { factor, seconds, summary, ...watching.stop() }
  return { ...step, reasons: reasonsBeyond(step) }
}

/** One line for the log of the run and for the notes of figures. */
export function describeStep({ factor, summary, reasons, ...step }: MeasuredStep): string {
  const { offered, achieved, counts, all, generatorLagMs } = summary
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const others = step.machine.used - step.parts.reduce((sum, { used }) => sum + used, 0)
  const problems = Object.entries(summary.problems).map(([what, count]) => `${count} × ${what}`)
  const parts = step.parts.map(({ kind, used, allowed }) => `${kind} ${percent(used / allowed)}`)
  return [
    `load × ${factor.toFixed(2)}`,
    `offered ${offered.toFixed(1)}/s, achieved ${achieved.toFixed(1)}/s`,
    `p50 ${Math.round(all.p50)}, p95 ${Math.round(all.p95)}, p99 ${Math.round(all.p99)} ms`,
    `refused ${counts.refused}, failed ${counts.failed}, timed out ${counts['timed out']}${problems.length > 0 ? ` (${problems.join(', ')})` : ''}`,
    `CPU: ${[...parts, `machine ${percent(step.machine.used / step.machine.cores)}, of that others ${percent(others / step.machine.cores)}`].join(', ')}`,
    `connections ${step.connections.busy.toFixed(1)} busy, ${step.connections.waiting.toFixed(1)} waiting`,
    `event loop p99 ${Math.round(step.eventLoopP99Ms)} ms`,
    `generator late by ${generatorLagMs.toFixed(1)} ms (p99)`,
    ...(reasons.length > 0 ? [`beyond: ${reasons.join(', ')}`] : []),
  ].join('; ')
}
