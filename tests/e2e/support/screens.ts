import type { BrowserContext, Page } from 'playwright/test'
import { expect, origin } from './fixtures.ts'
import { untilWorkerControls } from './worker.ts'

/** A phone in portrait with a touch screen. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} as const
export const DESK = { viewport: { width: 1440, height: 900 } } as const

/** Opens a URL and waits until this device has the fleet's data. */
export async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(`${origin()}${path}`)
  await untilLoaded(page)
}

/** Waits until this device has received everything from the server (`syncState` of cache-db.ts). */
export async function untilLoaded(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(hasLoaded), { timeout: 20_000, intervals: [50, 100, 200] }).toBe(true)
}

/** Runs in the page. Does not create a missing database, because the app does. */
async function hasLoaded(): Promise<boolean> {
  const { fleetId, userId } = JSON.parse(localStorage.getItem('session') ?? '{}')
  const name = `wheelbook-cache:${fleetId}:${userId}`
  if (!(await indexedDB.databases()).some((database) => database.name === name)) return false
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await resultOf(indexedDB.open(name))
  try {
    const state = await resultOf(db.transaction('syncState').objectStore('syncState').get('all'))
    return Boolean(state?.completedAt)
  } catch {
    return false
  } finally {
    db.close()
  }
}

/**
 * Navigates inside the running app, as a link does, and waits until the previous screen is gone; reloading the app
 * would take many times as long. `state`: navigation state for the next screen.
 */
export async function openInside(page: Page, path: string, state: object = {}): Promise<void> {
  const from = new URL(page.url())
  const isElsewhere = from.pathname !== path.split('?')[0]
  if (isElsewhere && (await hasMoved(page, path, from.pathname, state))) return
  // A screen with the same heading cannot be distinguished from the previous one.
  await page.goto(`${from.origin}${path}`)
}

async function hasMoved(page: Page, path: string, from: string, state: object): Promise<boolean> {
  await page.evaluate(
    ([to, historyState]) => {
      for (const heading of document.querySelectorAll('h1')) heading.setAttribute('data-before', '')
      history.pushState(historyState, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: historyState }))
    },
    [path, state] as const,
  )
  return page
    .waitForFunction(
      // A URL may redirect back to the current one.
      (before) => document.querySelector('h1:not([data-before])') || location.pathname === before,
      from,
      { timeout: 5000 },
    )
    .then(
      () => true,
      () => false,
    )
}

/** Cuts the connection, including the worker's, once the worker can open the app offline. */
export async function goOffline(page: Page, context: BrowserContext): Promise<void> {
  await untilWorkerControls(page)
  await context.setOffline(true)
}

/** Records matching requests of the page and its worker from now on, as 'METHOD path?query'. */
export function requestsTo(context: BrowserContext, path: RegExp): string[] {
  const seen: string[] = []
  context.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (path.test(pathname)) seen.push(`${request.method()} ${pathname}${search}`)
  })
  return seen
}
