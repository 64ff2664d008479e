import type { Page } from 'playwright'

/** The ten most used screens, each with a selector of its content (not its title or a skeleton). */
export const ROUTES = [
  { name: 'dashboard', path: '/dashboard', content: 'main section' },
  {
    name: 'vehicles',
    path: '/vehicles',
    content: 'main li a[href^="/vehicles/"], main [role="row"][data-id]',
  },
  { name: 'vehicle', path: '/vehicles/:id', content: 'main section li, main section dl' },
  {
    name: 'history of a vehicle',
    path: '/vehicles/:id/history',
    content: 'main li, main [role="row"][data-id]',
  },
  {
    name: 'schedule of a vehicle',
    path: '/vehicles/:id/schedule',
    content: 'main li, main [role="row"][data-id]',
  },
  { name: 'schedule details', path: '/maintenance_schedule_details/:id', content: 'main section form input' },
  { name: 'services, upcoming', path: '/services', content: '[role="tabpanel"] a[href^="/vehicles/"]' },
  { name: 'services, past', path: '/services?tab=past', content: '[role="tabpanel"] a[href]' },
  { name: 'new entry', path: '/maintenance_history/new', content: 'main [role="form"] input' },
  { name: 'settings', path: '/settings?tab=general', content: 'main a[href="/roles"]' },
] as const

export type Route = (typeof ROUTES)[number]

/** Start of each navigation. */
const FROM = { path: '/roles', content: 'main h1' }
const GIVE_UP_MS = 15_000

/**
 * Navigates to a route repeatedly from another screen, with the app's router and cached data. Returns the milliseconds
 * from the URL change until its content is painted. Excludes the first time, which fetches code.
 */
export async function changeRoute(
  page: Page,
  route: Route,
  run: { times: number; vehicleId: number },
): Promise<number[]> {
  const to = { path: route.path.replace(':id', String(run.vehicleId)), content: route.content }
  const painted: number[] = []
  for (let nth = 0; nth <= run.times; nth++) {
    await page.evaluate(goTo, { ...FROM, giveUpMs: GIVE_UP_MS })
    // Excludes background work of the previous screen.
    await page.waitForTimeout(400)
    const ms = await page.evaluate(goTo, { ...to, giveUpMs: GIVE_UP_MS })
    if (nth > 0) painted.push(ms)
  }
  return painted
}

interface Goal {
  path: string
  content: string
  giveUpMs: number
}

/** Runs in the page: changes the URL like the browser's buttons, and waits for the frame with the content. */
function goTo({ path, content, giveUpMs }: Goal): Promise<number> {
  // Marks the current content, so that only new content counts.
  for (const old of document.querySelectorAll('main *')) old.setAttribute('data-old', '')
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const timer = setTimeout(() => reject(new Error(`No content of ${path}`)), giveUpMs)
    const observer = new MutationObserver(look)
    let isFound = false
    function look() {
      const isThere = [...document.querySelectorAll(content)].some((one) => !one.hasAttribute('data-old'))
      if (isFound || !isThere) return
      isFound = true
      observer.disconnect()
      clearTimeout(timer)
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - startedAt)
        port2.postMessage(null)
      })
    }
    observer.observe(document, { childList: true, subtree: true })
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    look()
  })
}
