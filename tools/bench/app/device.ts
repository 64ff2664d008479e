import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/browser.ts'
import { BENCH_PASSWORD } from '#tools/bench/support/bench-fleet.ts'
import type { StagedFleet } from './stage.ts'

/** A vehicle in the list: a card on a phone, a grid row on a desktop. */
export const VEHICLE = 'li a[href^="/vehicles/"], [role="row"][data-id]'

export const SCREENS = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  desk: { viewport: { width: 1366, height: 768 } },
} as const
export type Screen = keyof typeof SCREENS

const POLL_MS = 200

/** A browser profile on disk, opened and closed like the app. */
export interface Device {
  /** `screen`: instead of the device's own. */
  open(options?: { isOffline?: boolean; screen?: Screen }): Promise<OpenApp>
  remove(): Promise<void>
}

export interface OpenApp {
  context: BrowserContext
  page: Page
  /** CPU slowdown factor; 1: none. */
  slowDown(rate: number): Promise<void>
  close(): Promise<void>
}

export async function newDevice(ownScreen: Screen): Promise<Device> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-profile-'))
  return {
    async open({ isOffline = false, screen = ownScreen } = {}) {
      const context = await chromium.launchPersistentContext(folder, {
        executablePath: findChromium(),
        args: CHROMIUM_FLAGS,
        offline: isOffline,
        ...SCREENS[screen],
      })
      const page = context.pages()[0] ?? (await context.newPage())
      const session: CDPSession = await context.newCDPSession(page)
      return {
        context,
        page,
        slowDown: async (rate) => void (await session.send('Emulation.setCPUThrottlingRate', { rate })),
        close: () => context.close(),
      }
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  }
}

/** Signs in as the fleet's owner and waits until this device has all its offline data. */
export async function signIn({ page }: OpenApp, url: string, fleet: StagedFleet): Promise<void> {
  await enter(page, url, fleet)
  await page.goto(`${url}/vehicles`)
  await page.locator(VEHICLE).first().waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await untilCached(page, fleet, 120_000)
  // Background writes of the page: the small queries from which a start renders.
  await page.waitForTimeout(3000)
}

/** Signs in and waits for the dashboard. */
export async function enter(page: Page, url: string, fleet: StagedFleet): Promise<void> {
  await page.goto(`${url}/sign_in`)
  await page.fill('input[name="email"]', fleet.owner.email)
  await page.fill('input[name="password"]', BENCH_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard', { timeout: 120_000 })
}

/** Waits until the device has completed its first sync and has cached all rows of a fleet. */
export async function untilCached(page: Page, fleet: StagedFleet, timeoutMs: number): Promise<void> {
  const { vehicles, histories, orders } = fleet
  const wanted = { vehicles, histories, ...(orders !== undefined && { orders }) }
  const name = `wheelbook-cache:${fleet.id}:${fleet.owner.id}`
  const until = performance.now() + timeoutMs
  // Not waitForFunction, which takes the promise of an asynchronous function for its result.
  while (!(await page.evaluate(isSynced, { name, wanted }))) {
    if (performance.now() > until)
      throw new Error(`The device has not cached fleet ${fleet.id} in ${timeoutMs} ms`)
    await sleep(POLL_MS)
  }
}

/** Runs in the page: whether the first sync is complete and the tables of a database have this many rows. */
async function isSynced({
  name,
  wanted,
}: {
  name: string
  wanted: Record<string, number>
}): Promise<boolean> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await done(indexedDB.open(name))
  try {
    const transaction = db.transaction(['syncState', ...Object.keys(wanted)], 'readonly')
    const state: { completedAt: number | null } | undefined = await done(
      transaction.objectStore('syncState').get('all'),
    )
    if (!state?.completedAt) return false
    const counts = await Promise.all(
      Object.keys(wanted).map((table) => done(transaction.objectStore(table).count())),
    )
    return Object.values(wanted).every((count, i) => counts[i] === count)
  } finally {
    db.close()
  }
}
