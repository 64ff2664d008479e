import type { Page } from 'playwright'

/** The ten screens that people are on most, each with what is its content: not its title, not a skeleton. */
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

/** Where each change begins. */
const FROM = { path: '/roles', content: 'main h1' }
const GIVE_UP_MS = 15_000

/**
 * Goes to a route so many times, from another screen, by the app's own router and from what the device holds; answers
 * the milliseconds from the change of the address until its content is painted. The first time, which fetches code, is
 * left out.
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
    // What the screen before still does behind is not this one's.
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

/** In the page: changes the address as the browser's own buttons do, and waits for the frame in which the content stands. */
function goTo({ path, content, giveUpMs }: Goal): Promise<number> {
  // What stands there now is not what is waited for.
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
