import { enter, newDevice, type OpenApp, type Screen, untilCached, VEHICLE } from './device.ts'
import { servePlainGrid } from './plain-grid.ts'
import type { Stage, StagedFleet } from './stage.ts'
import { FIND_BOX, type TypingTimes, typeWords } from './typing.ts'

const TIMEOUT_MS = 600_000
const DASHBOARD_MS = 4000

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

export interface FindTimes extends TypingTimes {
  /** From opening the box for the first time to the last indexed row. */
  preparedMs: number
  /** Long tasks of the page meanwhile, in ms. */
  tasks: number[]
}

/** Types in the box that searches everything, on a slow device without a connection. */
export async function typeInFindBox(
  stage: Stage,
  fleet: StagedFleet,
  run: { screen: Screen; words: readonly string[]; slowDown: number },
): Promise<FindTimes> {
  return withDevice(run.screen, async (app) => {
    const { page, context } = app
    const tasks = await followTasks(app)
    await enter(page, stage.url, fleet)
    await page.waitForTimeout(DASHBOARD_MS)
    await untilCached(page, fleet, TIMEOUT_MS)
    await page.goto(`${stage.url}/dashboard`)
    await page.getByRole('heading', { level: 1 }).waitFor({ timeout: TIMEOUT_MS })
    // The stored screen shows before the app listens to keys.
    await page.waitForTimeout(2 * DASHBOARD_MS)
    await context.setOffline(true)
    await app.slowDown(run.slowDown)
    await page.waitForTimeout(DASHBOARD_MS)
    tasks.length = 0
    const began = performance.now()
    await page.keyboard.press('Control+k')
    await page.getByRole('listbox').waitFor({ timeout: TIMEOUT_MS })
    await page
      .getByRole('dialog')
      .getByRole('progressbar')
      .waitFor({ state: 'detached', timeout: TIMEOUT_MS })
    const preparedMs = performance.now() - began
    const ofPreparing = [...tasks]
    return { ...(await typeWords(page, run.words, undefined, FIND_BOX)), tasks: ofPreparing, preparedMs }
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
async function followTasks({ page }: OpenApp): Promise<number[]> {
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
