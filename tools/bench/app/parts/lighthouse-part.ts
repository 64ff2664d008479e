import { CATEGORIES, type Category, measureScores, type Scores } from '#tools/bench/app/lighthouse-scores.ts'
import { servePlainGrid } from '#tools/bench/app/plain-grid.ts'
import type { StagedFleet } from '#tools/bench/app/stage.ts'
import { type Figure, shareOf } from '#tools/bench/report/figure.ts'
import { median } from '#tools/bench/support/statistics.ts'
import type { Part } from './part.ts'

const GOALS: Record<Category, number> = { performance: 95, accessibility: 100, 'best-practices': 100 }
/** Below this score of the plain grid, the machine is too slow or too busy for the goal of the performance. */
const REFERENCE_LEAST = 85
const SHIFT_GOAL = { atMost: 0.02 }
/** Maximum blocking time, as a share of the plain grid's. */
const BLOCKING_GOALS = { dashboard: { atMost: 0.6 }, 'sign-in': { atMost: 0.3 } }
type Page = keyof typeof BLOCKING_GOALS

/** Lighthouse on a phone: the dashboard and the sign-in screen, alternating with a page with only a plain grid. */
export const measureLighthouse: Part = async (stage, sampleShare) => {
  const plain = await servePlainGrid(await stage.plainRows(stage.small))
  const origin = stage.url.replace('127.0.0.1', 'localhost')
  const pages = {
    dashboard: { url: `${origin}/dashboard`, cookies: cookiesOf(stage.small) },
    'sign-in': { url: `${origin}/sign_in`, cookies: [] },
    plain: { url: plain.url, cookies: [] },
  }
  const runs: Record<keyof typeof pages, Scores[]> = { dashboard: [], 'sign-in': [], plain: [] }
  let failed = 0
  try {
    for (let nth = 0; nth < Math.max(3, Math.ceil(5 * sampleShare)); nth++)
      for (const page of ['plain', 'dashboard', 'sign-in'] as const) {
        const { url, cookies } = pages[page]
        const measured = await measureScores(url, cookies)
        failed += measured.failedRuns
        runs[page].push(measured.scores)
      }
  } finally {
    await plain.stop()
  }
  for (const page of ['dashboard', 'sign-in'] as const)
    console.error(
      `  ${page} lost points by: ${[...new Set(runs[page].flatMap(({ lost }) => lost))].join('; ')}`,
    )
  return [
    scoreFigure('performance', 'plain grid', runs.plain, null),
    blockingFigure('plain grid', runs.plain),
    ...pageFigures('dashboard', runs.dashboard, runs.plain),
    ...pageFigures('sign-in', runs['sign-in'], runs.plain),
    { figure: 'Lighthouse runs that failed and were repeated', value: failed, unit: '', goal: null },
  ]
}

function pageFigures(page: Page, runs: readonly Scores[], plain: readonly Scores[]): Figure[] {
  const reference = median(plain.map(({ categories }) => categories.performance))
  const notJudged = `the plain grid scores ${reference}, not ${REFERENCE_LEAST}`
  const blocking = shareOf(
    median(runs.map((run) => run.blockingMs)),
    median(plain.map((run) => run.blockingMs)),
  )
  return [
    ...CATEGORIES.map((category) => ({
      ...scoreFigure(category, page, runs, GOALS[category]),
      ...(category === 'performance' && reference < REFERENCE_LEAST && { notJudged }),
    })),
    blockingFigure(page, runs),
    {
      figure: `Lighthouse blocking time median, ${page}, share of the plain grid`,
      ...blocking,
      unit: '',
      goal: BLOCKING_GOALS[page],
      samples: runs.length,
    },
    {
      figure: `Lighthouse layout shift median, ${page}`,
      value: median(runs.map(({ layoutShift }) => layoutShift)),
      unit: '',
      goal: SHIFT_GOAL,
      samples: runs.length,
    },
  ]
}

function scoreFigure(
  category: Category,
  page: string,
  runs: readonly Scores[],
  least: number | null,
): Figure {
  return {
    figure: `Lighthouse ${category} median, ${page}`,
    value: median(runs.map(({ categories }) => categories[category])),
    unit: 'points',
    goal: least === null ? null : { atLeast: least },
    samples: runs.length,
  }
}

const blockingFigure = (page: string, runs: readonly Scores[]): Figure => ({
  figure: `Lighthouse blocking time median, ${page}`,
  value: median(runs.map(({ blockingMs }) => blockingMs)),
  unit: 'ms',
  goal: null,
  samples: runs.length,
})

const cookiesOf = ({ owner, token, id }: StagedFleet) => [
  { name: 'authentication_token', value: token, httpOnly: true },
  { name: 'current_fleet_id', value: String(id) },
  { name: 'current_user_email', value: encodeURIComponent(owner.email) },
]
