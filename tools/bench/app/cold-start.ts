import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { type Device, VEHICLE } from './device.ts'

/**
 * Opens the closed app offline on the vehicle list, repeatedly. Returns the milliseconds from the start of the
 * navigation until the first vehicle is painted. Each run uses a new browser process on the same profile.
 */
export async function coldStarts(
  device: Device,
  url: string,
  run: { times: number; slowDown: number },
): Promise<number[]> {
  const painted: number[] = []
  for (let nth = 0; nth < run.times; nth++) {
    const app = await device.open({ isOffline: true })
    try {
      await noteFirstVehicle(app.page)
      // Excludes the browser's own startup.
      await sleep(1500)
      await app.slowDown(run.slowDown)
      await app.page.goto(`${url}/vehicles`, { waitUntil: 'commit' })
      painted.push(await firstVehicle(app.page))
    } finally {
      await app.close()
    }
  }
  return painted
}

/** Records in each page that is loaded from now on when its first vehicle is painted. */
export const noteFirstVehicle = (page: Page) => page.addInitScript(notePaint, VEHICLE)

/** Waits for the first vehicle. Returns the milliseconds from the start of the navigation. */
export async function firstVehicle(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => window.firstVehiclePaintedAt)
  return Number(await handle.jsonValue())
}

declare global {
  interface Window {
    firstVehiclePaintedAt?: number
  }
}

/** Runs in the page: waits for the frame with the first vehicle, then for the next task, when it is painted. */
function notePaint(selector: string) {
  let isFound = false
  const look = () => {
    if (isFound || !document.querySelector(selector)) return
    isFound = true
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        window.firstVehiclePaintedAt = performance.now()
      }
      port2.postMessage(null)
    })
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}
