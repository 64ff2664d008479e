import { enter, newDevice, type OpenApp, type Screen, untilCached, VEHICLE } from './device.ts'
import { servePlainGrid } from './plain-grid.ts'
import type { Stage, StagedFleet } from './stage.ts'
import { type TypingTimes, typeWords } from './typing.ts'

/** Long, because the first sync of a huge fleet is. */
export const TIMEOUT_MS = 600_000
export const DASHBOARD_MS = 4000

export interface LargeListTimes extends TypingTimes {
  /** Long tasks of the page during the first sync behind the dashboard, in ms. */
  tasks: number[]
  firstSyncMs: number
  /** JavaScript heap of the tab with all rows loaded, after garbage collection. */
  heapMb: number
}

/** Runs the first sync of a huge fleet on a slow device, then types in its list offline. */
export async function typeInLargeList(
  stage: Stage,
  fleet: StagedFleet,
  run: { screen: Screen; words: readonly string[]; slowDown: number },
): Promise<LargeListTimes> {
  return withDevice(run.screen, async (app) => {
    const { page, context } = app
    const tasks = await followTasks(app)
    await app.slowDown(run.slowDown)
    const beginSync = await holdSync(app)
    await enter(page, stage.url, fleet)
    // Excludes the start of the app, which is measured separately.
    await page.waitForTimeout(DASHBOARD_MS)
    tasks.length = 0
    const began = performance.now()
    beginSync()
    await untilCached(page, fleet, TIMEOUT_MS)
    const firstSyncMs = performance.now() - began
    const ofSync = [...tasks]
    // The service worker serves pages from the device's second page on.
    await page.goto(`${stage.url}/vehicles`)
    await page.locator(VEHICLE).first().waitFor({ timeout: TIMEOUT_MS })
    await context.setOffline(true)
    await page.waitForTimeout(DASHBOARD_MS)
    const heapMb = await heapOf(app)
    return { ...(await typeWords(page, run.words)), tasks: ofSync, firstSyncMs, heapMb }
  })
}

/** Types in a plain grid with the same rows on the same slow device. */
export async function typeInPlainGrid(
  rows: readonly object[],
  run: { words: readonly string[]; slowDown: number },
): Promise<TypingTimes> {
  const served = await servePlainGrid(rows)
  try {
    return await withDevice('desk', async (app) => {
      await app.page.goto(served.url)
      await app.page.locator('[role="row"][data-id]').first().waitFor()
      await app.slowDown(run.slowDown)
      return typeWords(app.page, run.words, PLAIN_PAUSE_MS)
    })
  } finally {
    await served.stop()
  }
}

/** The plain grid is slower, and each word must finish before the next. */
const PLAIN_PAUSE_MS = 4000

async function withDevice<T>(screen: Screen, measure: (app: OpenApp) => Promise<T>): Promise<T> {
  const device = await newDevice(screen)
  const app = await device.open()
  try {
    return await measure(app)
  } finally {
    await app.close()
    await device.remove()
  }
}

/** Delays the requests for changes until the returned function is called. */
async function holdSync({ context }: OpenApp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await context.route('**/api/v4/sync?*', (route) => promise.then(() => route.continue()))
  return resolve
}

/** Records the milliseconds of each long task of the page from now on, across navigations. */
export async function followTasks({ page }: OpenApp): Promise<number[]> {
  const tasks: number[] = []
  await page.exposeFunction('noteTask', (ms: number) => tasks.push(ms))
  await page.addInitScript(() => {
    const note = Reflect.get(window, 'noteTask') as (ms: number) => void
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) note(duration)
    }).observe({ type: 'longtask' })
  })
  return tasks
}

async function heapOf({ page, context }: OpenApp): Promise<number> {
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}
