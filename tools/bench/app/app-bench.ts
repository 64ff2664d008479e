import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildDist, isBuildStale } from '#server/lifecycle/build.ts'
import { findChromium } from '#tests/support/browser.ts'
import { environmentLine } from '#tools/bench/environment.ts'
import { median, percentile, rounded } from '#tools/bench/support/statistics.ts'
import { approvalPages } from './approval-page.ts'
import { coldStarts } from './cold-start.ts'
import { newDevice, type OpenApp, type Screen, signIn } from './device.ts'
import { firstLoads } from './first-load.ts'
import { typeInLargeList, typeInPlainGrid } from './large-list.ts'
import { CATEGORIES, type Category, measureScores, type Scores } from './lighthouse-scores.ts'
import { changeRoute, ROUTES } from './route-changes.ts'
import { scriptSizes } from './script-size.ts'
import { makeStage, type Stage, type StagedFleet } from './stage.ts'
import { typeWords } from './typing.ts'
import { enterHistories } from './waiting-entries.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** CPU slowdown that approximates a phone of 2019. */
const SLOW = 4
const WAITING = 200
const KB = 1000

interface Figure {
  figure: string
  value: number
  unit: 'ms' | 's' | 'kB' | 'MB' | 'points' | ''
  /** Maximum; for points: minimum. */
  goal: number | null
  samples: number
}

/**
 * Measures the built app in Chromium, slowed down four times: offline start, saving an entry, typing in a long list, a
 * fleet of 50,000 vehicles, the size of the JavaScript, the first load of the sign-in screen, and Lighthouse scores.
 * `--quick` takes fewer samples; `--only start,routes,enqueue,typing,fleet,size,load,approval,lighthouse`. Exit code 1
 * when a goal is missed.
 */
export async function appBench(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
  })
  const wanted = (part: string) => !values.only || values.only.split(',').includes(part)
  const less = values.quick ? 0.3 : 1
  if (await isBuildStale(ROOT)) await buildDist(ROOT)
  console.error(environmentLine({ Chromium: chromiumVersion() }))

  const stage = await makeStage({ hasHuge: wanted('fleet') })
  let isGood = true
  const tell = (figures: Figure[]) => {
    for (const figure of figures) isGood = report(figure) && isGood
  }
  try {
    if (wanted('size')) tell(await measureSize(stage))
    if (wanted('load')) tell(await measureFirstLoad(stage, less))
    if (wanted('approval')) tell(await measureApprovalPage(stage, less))
    if (wanted('lighthouse')) tell(await measureLighthouse(stage, less))
    if (wanted('typing')) {
      tell(await measureTyping(stage, 'phone', less))
      tell(await measureTyping(stage, 'desk', less))
    }
    if (wanted('fleet')) tell(await measureFleet(stage, less))
    if (wanted('routes')) tell(await measureRoutes(stage, less))
    if (wanted('enqueue')) tell(await measureEnqueue(stage, less))
    if (wanted('start')) tell(await measureStart(stage, less))
    return isGood ? 0 : 1
  } finally {
    await stage.stopServer()
    await stage.remove()
  }
}

async function measureSize(stage: Stage): Promise<Figure[]> {
  const { signIn: first, all } = await scriptSizes(stage.url, join(ROOT, 'dist'))
  const size = (figure: string, bytes: number, goal: number | null): Figure => ({
    figure,
    value: rounded(bytes / KB, 1),
    unit: 'kB',
    goal,
    samples: 1,
  })
  return [
    size('JavaScript on the sign-in screen, gzip', first, 160),
    size('JavaScript in all, gzip', all, null),
  ]
}

/** The default brand, the bilingual one, and one with the widest logo. Each has its own font and colors. */
const BRANDS = ['wheelbook', 'boreal', 'fuelpass']

async function measureFirstLoad(stage: Stage, less: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const brand of BRANDS) {
    const at = { subdomain: brand === 'wheelbook' ? '' : `${brand}.`, slowDown: SLOW }
    // Warm-up: the server compresses each file at its first request.
    await firstLoads(stage.url, { ...at, times: 1 })
    const loads = await firstLoads(stage.url, { ...at, times: Math.ceil(5 * less) })
    const lcp = loads.map(({ lcpMs }) => lcpMs)
    const cls = loads.map((load) => load.cls)
    const shift = { unit: '' as const, goal: 0.02, samples: cls.length }
    figures.push(figureOf(`sign-in, first load on slow 4G, LCP median, ${brand}`, lcp, 0.5, 2000))
    figures.push({
      figure: `sign-in, first load on slow 4G, CLS worst, ${brand}`,
      value: rounded(Math.max(...cls), 4),
      ...shift,
    })
  }
  return figures
}

/** Time from the link in an email to a responsive button. */
async function measureApprovalPage(stage: Stage, less: number): Promise<Figure[]> {
  const run = { orderId: stage.waitingOrderId, times: Math.max(3, Math.ceil(7 * less)), slowDown: SLOW }
  const times = await approvalPages(stage.url, stage.small, run)
  return [figureOf('approval page interactive on slow 4G, median', times, 0.5, 2000)]
}

const GOALS: Record<Category, number> = { performance: 95, accessibility: 100, 'best-practices': 100 }

async function measureLighthouse(stage: Stage, less: number): Promise<Figure[]> {
  const times = Math.max(3, Math.ceil(5 * less))
  const origin = stage.url.replace('127.0.0.1', 'localhost')
  const { owner, token, id } = stage.small
  const cookies = [
    { name: 'authentication_token', value: token, httpOnly: true },
    { name: 'current_fleet_id', value: String(id) },
    { name: 'current_user_email', value: encodeURIComponent(owner.email) },
  ]
  const screens = [
    { name: 'sign-in', url: `${origin}/sign_in`, cookies: [] },
    { name: 'dashboard', url: `${origin}/dashboard`, cookies },
  ]
  const figures: Figure[] = []
  for (const screen of screens) {
    const runs: Scores[] = []
    for (let nth = 0; nth < times; nth++) runs.push(await measureScores(screen.url, screen.cookies))
    for (const category of CATEGORIES) {
      const scores = runs.map((run) => run.scores[category])
      const figure = `Lighthouse ${category} median, ${screen.name}`
      figures.push({ figure, value: median(scores), unit: 'points', goal: GOALS[category], samples: times })
    }
    console.error(
      `  ${screen.name} lost points by: ${[...new Set(runs.flatMap(({ lost }) => lost))].join('; ')}`,
    )
  }
  return figures
}

/** In the list of 2,000 vehicles, offline, so that no other work interferes. */
async function measureTyping(stage: Stage, screen: Screen, less: number): Promise<Figure[]> {
  const words = stage.big.words.slice(0, Math.ceil(40 * less))
  return withApp(stage, screen, stage.big, async (app) => {
    const { letters, rows } = await typeWords(app.page, words)
    return [
      figureOf(`letter on the screen p95, ${screen}, 2,000 vehicles`, letters, 0.95, 50),
      figureOf(`matching rows after the debounce p95, ${screen}, 2,000 vehicles`, rows, 0.95, 50),
    ]
  })
}

/** Maximum relative to a plain grid. */
const OF_PLAIN = 1 / 3

/**
 * The first sync of 50,000 vehicles behind the dashboard, and typing in their list, compared with a plain grid of the
 * same rows.
 */
async function measureFleet(stage: Stage, less: number): Promise<Figure[]> {
  const { huge } = stage
  if (!huge) return []
  const words = huge.words.slice(0, Math.ceil(20 * less))
  const plain = await typeInPlainGrid(await stage.plainRows(huge), {
    words: words.slice(0, 6),
    slowDown: SLOW,
  })
  const plainMs = percentile(plain.rows, 0.95)
  const figures = [figureOf('matching rows p95, plain grid at the desk, 50,000', plain.rows, 0.95, null)]
  for (const screen of ['phone', 'desk'] as const) {
    const found = await typeInLargeList(stage, huge, { screen, words, slowDown: SLOW })
    const single = { samples: 1, goal: null }
    figures.push(
      {
        figure: `first sync of 50,000, ${screen}`,
        value: rounded(found.firstSyncMs / 1000, 1),
        unit: 's',
        ...single,
      },
      {
        ...figureOf(`longest task of it, ${screen}`, found.tasks, 1, 200),
        value: rounded(Math.max(0, ...found.tasks)),
      },
      { figure: `heap of the tab, ${screen}`, value: rounded(found.heapMb, 1), unit: 'MB', ...single },
      figureOf(`letter on the screen p95, ${screen}, 50,000 vehicles`, found.letters, 0.95, 50),
      figureOf(`matching rows after the debounce p95, ${screen}, 50,000 vehicles`, found.rows, 0.95, 100),
      {
        figure: `of what the plain grid takes, ${screen}`,
        value: rounded(percentile(found.rows, 0.95) / plainMs, 3),
        unit: '',
        goal: rounded(OF_PLAIN, 3),
        samples: found.rows.length,
      },
    )
  }
  return figures
}

/** Time from a URL change to its content, from cached data, offline. */
async function measureRoutes(stage: Stage, less: number): Promise<Figure[]> {
  const [vehicleId = 0] = stage.usual.vehicleIds
  return withApp(stage, 'phone', stage.usual, async ({ page }) => {
    const figures: Figure[] = []
    const all: number[] = []
    for (const route of ROUTES) {
      const times = await changeRoute(page, route, { times: Math.ceil(20 * less), vehicleId })
      all.push(...times)
      figures.push(figureOf(`route change to content p95, ${route.name}`, times, 0.95, 100))
    }
    return [...figures, figureOf('route change to content p95, all ten', all, 0.95, 100)]
  })
}

async function measureEnqueue(stage: Stage, less: number): Promise<Figure[]> {
  return withApp(stage, 'phone', stage.big, async ({ page }) => {
    const small = await enterHistories(page, stage.big, { count: Math.ceil(100 * less), fileBytes: 0 })
    const large = await enterHistories(page, stage.big, { count: Math.ceil(20 * less), fileBytes: 4_990_000 })
    return [
      figureOf('entry of 1 KB kept p95', small, 0.95, 200),
      figureOf('entry with a file of 5 MB kept p95', large, 0.95, 1500),
    ]
  })
}

/** Opens the app's list on a synced device, offline and slowed down. */
async function withApp(
  stage: Stage,
  screen: Screen,
  fleet: StagedFleet,
  measure: (app: OpenApp) => Promise<Figure[]>,
): Promise<Figure[]> {
  const device = await newDevice(screen)
  const app = await device.open()
  try {
    await signIn(app, stage.url, fleet)
    await app.context.setOffline(true)
    await app.slowDown(SLOW)
    return await measure(app)
  } finally {
    await app.close()
    await device.remove()
  }
}

/** Runs last, because it stops the server. */
async function measureStart(stage: Stage, less: number): Promise<Figure[]> {
  const device = await newDevice('phone')
  try {
    const app = await device.open()
    await signIn(app, stage.url, stage.usual)
    await app.context.setOffline(true)
    await enterHistories(app.page, stage.usual, { count: WAITING, fileBytes: 0 })
    await app.close()
    await stage.stopServer()
    const times = Math.ceil(10 * less)
    const slow = await coldStarts(device, stage.url, { times, slowDown: SLOW })
    const fast = await coldStarts(device, stage.url, { times, slowDown: 1 })
    return [
      figureOf('offline cold start to the vehicle list p75', slow, 0.75, 2000),
      { ...figureOf('offline cold start to the vehicle list p75, not slowed', fast, 0.75, 1000) },
    ]
  } finally {
    await device.remove()
  }
}

const figureOf = (figure: string, times: readonly number[], share: number, goal: number | null): Figure => ({
  figure,
  value: rounded(percentile(times, share), 1),
  unit: 'ms',
  goal,
  samples: times.length,
})

/** Prints one line of JSON and one of text. Returns whether the goal is met. */
function report({ figure, value, unit, goal, samples }: Figure): boolean {
  const pass = goal === null || (unit === 'points' ? value >= goal : value <= goal)
  console.log(JSON.stringify({ bench: 'app', figure, value, unit, goal, samples, pass }))
  const verdict = goal === null ? '' : `(goal ${goal}) ${pass ? 'ok' : 'MISSED'}`
  console.error(`${figure.padEnd(66)} ${value.toFixed(unit === '' ? 3 : 1).padStart(8)} ${unit} ${verdict}`)
  return pass
}

function chromiumVersion(): string {
  return execFileSync(findChromium(), ['--version'], { encoding: 'utf8' }).replace(/^\D*([\d.]+).*$/s, '$1')
}
