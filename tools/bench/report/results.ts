import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from '#tools/bench/environment.ts'
import type { Calibration } from './calibration.ts'
import type { Goal, Verdict } from './figure.ts'

/** Where the published results are stored: one file of JSON lines per benchmark, with the latest run of each figure. */
const FOLDER = join(import.meta.dirname, '../../../docs/benchmarks')

/** The circumstances of a run. Results from before this file existed lack some of them. */
export interface Run extends Partial<Machine> {
  date: string
  commit?: string
  /** Load of the machine before the run; a text for several runs. */
  load?: number | string
  calibration?: Calibration
  /** Arguments of the benchmark. */
  args?: string
}

export interface Result extends Run {
  figure: string
  /** A text for several numbers. */
  value: number | string
  unit: string
  goal: Goal | null
  verdict: Verdict | null
  samples?: number
  note?: string
}

export function readResults(bench: string): Result[] {
  try {
    const lines = readFileSync(fileOf(bench), 'utf8').trim().split('\n')
    return lines.map((line) => JSON.parse(line))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Replaces the results of figures that were measured again, at their place, and adds new ones at the end. */
export function mergeResults(known: readonly Result[], measured: readonly Result[]): Result[] {
  const merged = new Map(known.map((result) => [result.figure, result]))
  for (const result of measured) merged.set(result.figure, result)
  return [...merged.values()]
}

export function saveResults(bench: string, measured: readonly Result[]): void {
  mkdirSync(FOLDER, { recursive: true })
  const lines = mergeResults(readResults(bench), measured).map((result) => `${JSON.stringify(result)}\n`)
  writeFileSync(fileOf(bench), lines.join(''))
}

/** Returns the Markdown that explains the figures of a benchmark, or an empty text. */
export function readNotes(bench: string): string {
  const file = `${bench}.md`
  return readdirSync(FOLDER).includes(file) ? readFileSync(join(FOLDER, file), 'utf8').trim() : ''
}

/** Returns the names of all benchmarks with results or notes. */
export function benchesWithResults(): string[] {
  return [...new Set(readdirSync(FOLDER).map((file) => file.replace(/\.(?:jsonl|md)$/, '')))]
}

const fileOf = (bench: string) => join(FOLDER, `${bench}.jsonl`)
