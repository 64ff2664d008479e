import type { Page } from 'playwright'
import { firstVehicle, noteFirstVehicle } from './cold-start.ts'
import { newDevice, signIn } from './device.ts'
import { servePlainGrid } from './plain-grid.ts'
import type { Stage, StagedFleet } from './stage.ts'

/** Time after a load in which the page ends its background work. */
const SETTLED_MS = 1000

/**
 * Loads the vehicle list on a synced desktop, and a plain grid with the same rows, repeatedly and alternating in one tab,
 * with everything in the browser's caches. Returns the milliseconds from the start of each load to its first data row.
 */
export async function loadLists(
  stage: Stage,
  fleet: StagedFleet,
  times: number,
): Promise<{ app: number[]; plain: number[] }> {
  const plain = await servePlainGrid(await stage.plainRows(fleet))
  const device = await newDevice('desk')
  const browser = await device.open()
  const { page } = browser
  const loads: { app: number[]; plain: number[] } = { app: [], plain: [] }
  try {
    await signIn(browser, stage.url, fleet)
    await noteFirstVehicle(page)
    // The first round fills the caches.
    for (let round = 0; round <= times; round++) {
      const app = await loadTime(page, `${stage.url}/vehicles`)
      const reference = await loadTime(page, plain.url)
      if (round === 0) continue
      loads.app.push(app)
      loads.plain.push(reference)
    }
    return loads
  } finally {
    await browser.close()
    await device.remove()
    await plain.stop()
  }
}

async function loadTime(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  const ms = await firstVehicle(page)
  await page.waitForTimeout(SETTLED_MS)
  return ms
}
