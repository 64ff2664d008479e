import type { BrowserContext, Page } from 'playwright/test'
import { expect, origin } from './fixtures.ts'
import { untilWorkerControls } from './worker.ts'

/** A phone held upright, with a finger for a pointer. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} as const
export const DESK = { viewport: { width: 1440, height: 900 } } as const

/** Opens an address and waits until this device holds the fleet's data. */
export async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(`${origin()}${path}`)
  await untilLoaded(page)
}

/** Waits until this device has taken everything that the server has for it (`syncState` of cache-db.ts). */
export async function untilLoaded(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(hasLoaded), { timeout: 20_000, intervals: [50, 100, 200] }).toBe(true)
}

/** In the page. A database that is not there yet is left to the app to make. */
async function hasLoaded(): Promise<boolean> {
  const { fleetId, userId } = JSON.parse(localStorage.getItem('session') ?? '{}')
  const name = `wheelbook-cache:${fleetId}:${userId}`
  if (!(await indexedDB.databases()).some((one) => one.name === name)) return false
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await answer(indexedDB.open(name))
  try {
    const state = await answer(db.transaction('syncState').objectStore('syncState').get('all'))
    return Boolean(state?.completedAt)
  } catch {
    return false
  } finally {
    db.close()
  }
}

/**
 * Goes to an address inside of the app that stands there already, as a link does, and waits until the screen before is
 * gone: to load the app anew takes many times as long. `state`: what the screen before tells the next one.
 */
export async function openInside(page: Page, path: string, state: object = {}): Promise<void> {
  const from = new URL(page.url())
  const isElsewhere = from.pathname !== path.split('?')[0]
  if (isElsewhere && (await hasMoved(page, path, from.pathname, state))) return
  // A screen that keeps the heading of the one before cannot be told from it.
  await page.goto(`${from.origin}${path}`)
}

async function hasMoved(page: Page, path: string, from: string, state: object): Promise<boolean> {
  await page.evaluate(
    ([to, told]) => {
      for (const heading of document.querySelectorAll('h1')) heading.setAttribute('data-before', '')
      history.pushState(told, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: told }))
    },
    [path, state] as const,
  )
  return page
    .waitForFunction(
      // An address may lead back to where one was.
      (before) => document.querySelector('h1:not([data-before])') || location.pathname === before,
      from,
      { timeout: 5000 },
    )
    .then(
      () => true,
      () => false,
    )
}

/** Cuts the connection, worker included, once the worker can open the app without it. */
export async function goOffline(page: Page, context: BrowserContext): Promise<void> {
  await untilWorkerControls(page)
  await context.setOffline(true)
}

/** Requests of a kind that the page or its worker makes from now on, as 'METHOD path?query'. */
export function requestsTo(context: BrowserContext, path: RegExp): string[] {
  const seen: string[] = []
  context.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (path.test(pathname)) seen.push(`${request.method()} ${pathname}${search}`)
  })
  return seen
}
