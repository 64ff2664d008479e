import { setTimeout as sleep } from 'node:timers/promises'
import { type Device, VEHICLE } from './device.ts'

/**
 * Opens the closed app without network on the list of vehicles, so many times; answers the milliseconds from the start
 * of the navigation until the first vehicle is painted. Each time it is another browser process on the same profile.
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
      await app.page.addInitScript(notePaint, VEHICLE)
      // The browser's own start is not the app's.
      await sleep(1500)
      await app.slowDown(run.slowDown)
      await app.page.goto(`${url}/vehicles`, { waitUntil: 'commit' })
      const handle = await app.page.waitForFunction(() => window.firstVehiclePaintedAt)
      painted.push(Number(await handle.jsonValue()))
    } finally {
      await app.close()
    }
  }
  return painted
}

declare global {
  interface Window {
    firstVehiclePaintedAt?: number
  }
}

/** In the page: the frame in which the first vehicle stands, then the task after it, when it is on the screen. */
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
