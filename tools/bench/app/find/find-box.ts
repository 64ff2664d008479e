import { enter, newDevice, type OpenApp, type Screen, untilCached } from '../device.ts'
import { DASHBOARD_MS, followTasks, TIMEOUT_MS } from '../large-list.ts'
import type { Stage, StagedFleet } from '../stage.ts'
import { FIND_BOX, type TypingTimes, typeWords } from '../typing.ts'
import { fillCopies, withoutSync } from './local-copies.ts'

interface FindTimes extends TypingTimes {
  /** From opening the box for the first time to the last indexed row. */
  preparedMs: number
  /** Long tasks of the page meanwhile, in ms. */
  tasks: number[]
}

/**
 * Types in the box that searches everything, on a slow device without a connection. A device with the local copies of the
 * fleet is opened once as a phone and once as a desktop.
 */
export async function typeInFindBox(
  stage: Stage,
  fleet: StagedFleet,
  run: { screens: readonly Screen[]; words: readonly string[]; slowDown: number },
): Promise<{ screen: Screen; found: FindTimes }[]> {
  const device = await newDevice('desk')
  try {
    const first = await device.open()
    await withoutSync(first)
    await enter(first.page, stage.url, fleet)
    await fillCopies(first, stage.url, fleet)
    await untilCached(first.page, fleet, TIMEOUT_MS)
    await first.close()
    const results: { screen: Screen; found: FindTimes }[] = []
    for (const screen of run.screens) {
      const app = await device.open({ screen })
      results.push({ screen, found: await typeInOpenBox(app, stage, run).finally(() => app.close()) })
    }
    return results
  } finally {
    await device.remove()
  }
}

async function typeInOpenBox(
  app: OpenApp,
  stage: Stage,
  { words, slowDown }: { words: readonly string[]; slowDown: number },
): Promise<FindTimes> {
  const { page, context } = app
  const tasks = await followTasks(app)
  await page.goto(`${stage.url}/dashboard`)
  await page.getByRole('heading', { level: 1 }).waitFor({ timeout: TIMEOUT_MS })
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  // The stored screen shows before the app listens to keys.
  await page.waitForTimeout(2 * DASHBOARD_MS)
  await context.setOffline(true)
  await app.slowDown(slowDown)
  await page.waitForTimeout(DASHBOARD_MS)
  tasks.length = 0
  const began = performance.now()
  await page.keyboard.press('Control+k')
  await page.getByRole('listbox').waitFor({ timeout: TIMEOUT_MS })
  await page.getByRole('dialog').getByRole('progressbar').waitFor({ state: 'detached', timeout: TIMEOUT_MS })
  const preparedMs = performance.now() - began
  const ofPreparing = [...tasks]
  return { ...(await typeWords(page, words, undefined, FIND_BOX)), tasks: ofPreparing, preparedMs }
}
