import { chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser.ts'
import { openSlowConnection } from '#tests/support/slow-connection.ts'
import { SCREENS } from './device.ts'

/** Slow 4G as Lighthouse defines it: 150 ms round trip, 1.6 Mbit/s; a connection costs one more round trip. */
const SLOW_4G = { roundTripMs: 150, bitsPerSecond: 1_638_400, hasHandshakes: true }
/** The main button. One brand signs in elsewhere and has no password field. */
const SUBMIT = 'main .MuiButton-contained, main button[type=submit]'
/** Time in which late layout shifts become visible. */
const SETTLED_MS = 3000
/** A busy machine may take this long; the result then shows it. */
const TIMEOUT_MS = 120_000

/** Largest contentful paint in milliseconds; cumulative layout shift. */
export interface FirstLoad {
  lcpMs: number
  cls: number
}

/** Opens the sign-in screen of a host repeatedly, each time in a new browser profile. */
export async function firstLoads(
  url: string,
  run: { subdomain: string; times: number; slowDown: number },
): Promise<FirstLoad[]> {
  const line = await openSlowConnection(url, SLOW_4G)
  const { port } = new URL(line.origin)
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  const loads: FirstLoad[] = []
  try {
    for (let nth = 0; nth < run.times; nth++) {
      const context = await browser.newContext(SCREENS.phone)
      const page = await context.newPage()
      page.setDefaultTimeout(TIMEOUT_MS)
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: run.slowDown })
      await page.addInitScript(observe)
      await page.goto(`http://${run.subdomain}localhost:${port}/sign_in`, { waitUntil: 'commit' })
      await page.locator(SUBMIT).first().waitFor()
      await page.waitForTimeout(SETTLED_MS)
      loads.push(await page.evaluate(() => window.firstLoad ?? { lcpMs: Number.NaN, cls: Number.NaN }))
      await context.close()
    }
    return loads
  } finally {
    await browser.close()
    await line.close()
  }
}

declare global {
  interface Window {
    firstLoad?: FirstLoad
  }
}

/** Runs in the page: records the latest contentful paint and every shift. */
function observe() {
  const load: FirstLoad = { lcpMs: 0, cls: 0 }
  window.firstLoad = load
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) load.lcpMs = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) load.cls += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}
