import type { Page } from 'playwright/test'
import type { Role } from '#domain/access/permissions.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'

// Where each URL ends for a signed-in user, according to the specification (ACC-012, ACC-013, USR-031). Signed out:
// guards.e2e.ts. 'stays': no redirect.
type End = 'stays' | '/dashboard' | '/fmc_dashboard' | '/service_request/new'
interface Ends {
  /** Driver, Manager, Owner. */
  fleet: End
  fmc: End
}
const everybody: Ends = { fleet: 'stays', fmc: 'stays' }
const fmcOnly: Ends = { fleet: '/dashboard', fmc: 'stays' }
const toDashboard: Ends = { fleet: '/dashboard', fmc: '/dashboard' }

const TABLE: Record<string, Ends> = {
  // ACC-001, ACC-016
  '/': toDashboard,
  '/sign_in': toDashboard,
  // Open to all: ACC-006 to ACC-008
  '/forgot_password': everybody,
  '/reset_password?reset_password_token=abc': everybody,
  '/privacy_policy': everybody,
  // Behind the guard: ACC-012, ACC-013
  '/dashboard': everybody,
  '/account': everybody,
  '/settings': everybody,
  '/settings/users/new': everybody,
  '/settings/users/7': everybody,
  '/vehicles': everybody,
  '/vehicles/new': everybody,
  '/recalls': everybody,
  '/services': everybody,
  '/shops': everybody,
  '/shops/7': everybody,
  '/user_preferences': everybody,
  '/membership_card': everybody,
  '/payments/new': everybody,
  '/payments/7/edit': everybody,
  '/fleet_transactions': everybody,
  '/reports': everybody,
  '/active_maintenances': everybody,
  '/upcoming_maintenances': everybody,
  '/maintenance_schedule_details/7': everybody,
  '/maintenance_history/new': everybody,
  '/service_request/new': everybody,
  // There is no appointment to choose before a request exists.
  '/service_request/schedule': { fleet: '/service_request/new', fmc: '/service_request/new' },
  '/orders/7/approvals': everybody,
  '/approvals': everybody,
  '/unsent_work': everybody,
  '/help': everybody,
  '/schedule_templates': everybody,
  '/nowhere': everybody,
  // Of the management company: USR-003, USR-031
  '/fmc_dashboard': fmcOnly,
  '/fmc_users': fmcOnly,
  '/fmc_users/new': fmcOnly,
  '/fmc_users/7/7': fmcOnly,
  '/fmc_activeorders': fmcOnly,
  '/fmc_transactions': fmcOnly,
  '/transfer_vehicles': fmcOnly,
  '/fleets/new': fmcOnly,
  '/fleets/7': fmcOnly,
}
const FMC_AREA = /^\/(fmc_|transfer_vehicles|fleets\/)/

/** Navigates inside the app, as a link does, and returns the final URL. */
function goTo(page: Page, path: string, end: string): Promise<string> {
  // Uses the page's own timers, which slow down with the redirect on a busy machine.
  return page.evaluate(
    async ([to, wanted]) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      // The URL must be stable for a while, because a screen that redirects may have to be loaded first.
      const giveUpAt = performance.now() + 5000
      let before = ''
      for (let still = 0; still < 6 || (before !== wanted && performance.now() < giveUpAt); ) {
        await new Promise((resolve) => setTimeout(resolve, 40))
        still = location.pathname === before ? still + 1 : 0
        before = location.pathname
      }
      return before
    },
    [path, end] as const,
  )
}

const ACTORS: [Role, keyof Ends][] = [
  ['Driver', 'fleet'],
  ['Manager', 'fleet'],
  ['Owner', 'fleet'],
  ['FMC', 'fmc'],
]
for (const [role, column] of ACTORS) {
  test(`every URL ends where the documents say, for ${role}`, async ({ page, context, build, owner }) => {
    test.slow()
    const user = await build.user({ id: owner.fleetId }, { roles: [role] })
    await signInDirectly(context, build, user)
    await page.goto(`${origin()}/account`)
    await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible({ timeout: 20_000 })
    const found: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const [path, ends] of Object.entries(TABLE)) {
      const [pathname = ''] = path.split('?')
      const end = ends[column] === 'stays' ? pathname : ends[column]
      const mode = column === 'fmc' && FMC_AREA.test(end) ? 'fmc' : 'fleet'
      expected[path] = `${end} in ${mode} mode`
      const at = await goTo(page, path, end)
      const shown = await page.evaluate(() => sessionStorage.getItem('mode') ?? 'fleet')
      // Open screens belong to neither area, so they do not change the mode.
      found[path] = `${at} in ${/password|privacy/.test(at) ? mode : shown} mode`
    }
    expect(found).toEqual(expected)
  })
}
