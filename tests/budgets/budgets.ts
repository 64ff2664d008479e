import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Numbers by subject ('/vehicles', 'dashboard, phone') and what is counted ('kB of JavaScript', 'nodes in main'). */
export type Numbers = Record<string, Record<string, number>>

const FILE = join(import.meta.dirname, 'budgets.json')
/** What each subject loaded when its budget was set: kB before compression by package and area. */
const SOURCES = join(import.meta.dirname, 'sources.jsonl')
const LOWER = 'LOWER_BUDGETS=1 npx playwright test tests/e2e/budgets.e2e.ts'

/** A budget is this much above the number that it was set from, and at least MARGIN_LEAST. */
const MARGIN = 0.03
const MARGIN_LEAST = 3
/** Counts on a screen differ a little with the calendar and with what has loaded. */
const SCREEN_MARGIN = 0.08
const SCREEN_MARGIN_LEAST = 8
/** A budget this much above its number has to be lowered. */
const LOOSE = 0.2
const LOOSE_LEAST = 20

export const readBudgets = (): Numbers => JSON.parse(readFileSync(FILE, 'utf8'))

export function readSources(): Numbers {
  const lines = readFileSync(SOURCES, 'utf8').trim().split('\n')
  return Object.fromEntries(lines.map((line): [string, Record<string, number>] => JSON.parse(line)))
}

const isScreen = (subject: string) => /, (?:phone|desk)$/.test(subject)

/**
 * Returns numbers over their budget, subjects without one, and budgets that are too loose. `explain` adds what a subject
 * consists of, once for all subjects with the same explanation.
 */
export function findOverBudget(
  measured: Numbers,
  budgets: Numbers,
  explain: (subject: string) => string = () => '',
): string[] {
  const over = new Map<string, string[]>()
  const others: string[] = []
  for (const [subject, numbers] of Object.entries(measured))
    for (const [what, number] of Object.entries(numbers)) {
      const budget = budgets[subject]?.[what]
      if (budget === undefined) others.push(`${subject} has no budget of ${what}: ${LOWER}`)
      else if (number > budget) {
        const line = `${subject}: ${number} ${what}, ${round(number - budget)} over the budget of ${budget}`
        const why = explain(subject)
        over.set(why, [...(over.get(why) ?? []), line])
      } else if (budget - number > Math.max(LOOSE_LEAST, number * LOOSE))
        others.push(`${subject}: ${number} ${what} need no budget of ${budget}: ${LOWER}`)
    }
  return [...[...over].flatMap(([why, lines]) => (why ? [...lines, why] : lines)), ...others]
}

/** Returns the budgets of some subjects, lowered to what was measured. They never rise. */
export function lowerBudgets(measured: Numbers, budgets: Numbers): Numbers {
  const lower = (subject: string, numbers: Record<string, number>) =>
    Object.entries(numbers).map(([what, number]) => {
      const raised = isScreen(subject)
        ? number + Math.max(SCREEN_MARGIN_LEAST, number * SCREEN_MARGIN)
        : number + Math.max(MARGIN_LEAST, number * MARGIN)
      const fresh = Number.isInteger(number) ? Math.ceil(raised) : round(raised)
      return [what, Math.min(fresh, budgets[subject]?.[what] ?? fresh)]
    })
  return Object.fromEntries(
    Object.entries(measured).map(([subject, numbers]) => [
      subject,
      Object.fromEntries(lower(subject, numbers)),
    ]),
  )
}

/** Names the sources of a subject that are new or larger than when its budget was set, the largest growth first. */
export function describeGrowth(now: Record<string, number>, before: Record<string, number> = {}): string {
  const grown = Object.entries(now)
    .map(([source, kB]) => ({ source, by: round(kB - (before[source] ?? 0)) }))
    .filter(({ by }) => by > 0)
    .sort((a, b) => b.by - a.by)
  const named = grown.slice(0, 8).map(({ source, by }) => `${source} +${by} kB`)
  return named.length > 0 ? `  grown since then, before compression: ${named.join(', ')}` : ''
}

/** Replaces the budgets of either the screens or everything else. */
export function saveBudgets(budgets: Numbers, of: 'screens' | 'bundle'): void {
  const others = Object.entries(readBudgets()).filter(([subject]) => isScreen(subject) !== (of === 'screens'))
  const all =
    of === 'screens'
      ? { ...Object.fromEntries(others), ...budgets }
      : { ...budgets, ...Object.fromEntries(others) }
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`)
}

export function saveSources(sources: Numbers): void {
  writeFileSync(
    SOURCES,
    Object.entries(sources)
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join(''),
  )
}

const round = (number: number) => Math.round(number * 10) / 10
