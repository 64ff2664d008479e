/** The bound that a figure has to keep. */
export type Goal = { atMost: number } | { atLeast: number }

/** A measured value beside its goal. */
export interface Figure {
  figure: string
  value: number
  unit: string
  /** Null: for comparison only. */
  goal: Goal | null
  samples?: number
  /** What a reader needs to know about this value, such as the method. */
  note?: string
  /** Why the goal cannot be judged on this machine; the verdict is then neither 'ok' nor 'missed'. */
  notJudged?: string
}

export type Verdict = 'ok' | 'missed' | 'not judged'

/** Returns null for a figure without a goal. */
export function verdictOf({ value, goal, notJudged }: Figure): Verdict | null {
  if (goal === null) return null
  if (notJudged !== undefined) return 'not judged'
  return ('atMost' in goal ? value <= goal.atMost : value >= goal.atLeast) ? 'ok' : 'missed'
}

export function formatGoal(goal: Goal | null): string {
  if (goal === null) return ''
  return 'atMost' in goal ? `≤ ${formatNumber(goal.atMost)}` : `≥ ${formatNumber(goal.atLeast)}`
}

export const formatNumber = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: 4 })

/** Returns the share of a reference, and for a reference of 0 a note that there is nothing to compare with. */
export function shareOf(own: number, reference: number): Pick<Figure, 'value' | 'notJudged'> {
  return reference > 0
    ? { value: own / reference }
    : { value: own, notJudged: 'the reference took no time; this is the value itself' }
}
