import { rounded } from '#tools/bench/support/statistics.ts'

/** A goal (docs/benchmarks.md#outbox-targets) and its measurement. */
export interface Target {
  figure: string
  value: number
  unit: string
  /** Null: for comparison only. */
  goal: { atMost: number } | { atLeast: number } | null
  /** The method, unless it is a browser against the fault server. */
  how?: string
}

/** Prints one line of JSON for machines and one line of text for readers. Returns whether the goal is reached. */
export function tellTarget({ figure, value, unit, goal, how }: Target): boolean {
  const isReached = goal === null || ('atMost' in goal ? value <= goal.atMost : value >= goal.atLeast)
  const shown = rounded(value, 2)
  console.log(
    JSON.stringify({ bench: 'outbox-targets', figure, value: shown, unit, ...goal, how, pass: isReached }),
  )
  const bound = goal && ('atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`)
  const verdict = bound ? `goal ${bound} ${unit}: ${isReached ? 'ok' : 'MISSED'}` : ''
  console.error(
    `${figure.padEnd(72)} ${String(shown).padStart(9)} ${unit.padEnd(10)} ${verdict}${how ? ` (${how})` : ''}`,
  )
  return isReached
}
