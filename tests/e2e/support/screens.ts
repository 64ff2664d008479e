import type { BrowserContext, Page } from 'playwright/test'
import { expect, origin } from './fixtures.ts'
import { untilWorkerControls } from './worker.ts'

/** A phone held upright, with a finger for a pointer. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
export const DESK = { viewport: { width: 1440, height: 900 } } as const

/** Opens an address and waits until this device holds the fleet's data. */
export async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(`${origin()}/dashboard`)
  await expect(page.getByText(/Data as of|Données de/)).toBeVisible({ timeout: 20_000 })
  await page.goto(`${origin()}${path}`)
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
