import type { Page, Route } from 'playwright/test'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, openInside, openLoaded, untilLoaded } from '../support/screens.ts'

test.use(DESK)

/** The server's error, with a delay before the app's automatic retries. */
const FAILURE = {
  status: 500,
  headers: { 'X-Wheelbook-Api': '1' },
  json: { code: 'internal', errors: ['x'], retry_after: 0.01 },
}
const loading = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })
const failed = (page: Page) => page.getByRole('alert').filter({ hasText: 'Something went wrong' })

/** Holds or fails calls until released. */
async function hold(page: Page, calls: RegExp) {
  const held: Route[] = []
  let mode: 'hold' | 'fail' = 'hold'
  const isMeant = ({ pathname, search }: URL) => pathname.startsWith('/api/') && calls.test(pathname + search)
  await page.route(isMeant, async (route) => {
    if (mode === 'hold') held.push(route)
    else await route.fulfill(FAILURE)
  })
  return {
    async fail() {
      mode = 'fail'
      await Promise.all(held.map((route) => route.fulfill(FAILURE)))
    },
    letThrough: () => page.unroute(isMeant),
  }
}

/** Expects three states of a list: while the server is slow, after a failure, and after a retry. */
async function expectStates(page: Page, path: string, calls: RegExp, then: string | RegExp) {
  const server = await hold(page, calls)
  await openInside(page, path)
  await expect(loading(page).first(), `${path} while it loads`).toBeVisible()
  await expect(page.getByRole('main').getByText(then), `${path} while it loads`).toHaveCount(0)
  await server.fail()
  await expect(failed(page).first(), `${path} after a failure`).toBeVisible()
  await expect(loading(page), `${path} after a failure`).toHaveCount(0)
  await expect(page.getByRole('main').getByText(then), `${path} after a failure`).toHaveCount(0)
  await server.letThrough()
  for (const left of (await failed(page).all()).toReversed())
    await left.getByRole('button', { name: 'Try again' }).click()
  await expect(failed(page), `${path} after another try`).toHaveCount(0)
  await expect(page.getByRole('main').getByText(then).first(), `${path} after another try`).toBeVisible()
}

test('lists of the server distinguish loading, failed with a retry button, and empty (ERR-005)', async ({
  page,
  context,
  build,
}) => {
  test.slow()
  const fleet = await build.fleet()
  const vehicle = await build.vehicle(fleet)
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, '/dashboard')
  for (const [path, calls, then] of [
    ['/approvals', /\/approvals\b/, 'Nothing is waiting for your approval'],
    ['/services?tab=active', /\/orders\/index/, 'There are no orders in this fleet'],
    ['/services?tab=past', /\/orders\/index/, 'Nothing in this period'],
    [`/vehicles/${vehicle.id}/history`, /\/vehicle_maintenance_history/, 'No maintenance yet'],
    ['/shops?tab=saved', /\/shops\/favorites/, 'You have no saved shops yet'],
    ['/fleet_transactions', /_activities\?/, 'No payments in this period'],
    ['/settings?tab=users', /\/fleet_users\?/, /^1 user$/],
    ['/settings?tab=policies', /\/policies\b/, 'No policies yet'],
    ['/user_preferences/reminders', /\/users\/me\/reminders/, 'Nothing in the last 30 days'],
    ['/unsent_work', /\/clients\/unsent/, 'Everything was sent'],
    ['/schedule_templates', /\/schedule_templates/, '1 vehicle follows it'],
  ] as const)
    await expectStates(page, path, calls, then)
})

test('lists of a management company behave like those of a fleet (ERR-005)', async ({
  page,
  context,
  build,
}) => {
  test.slow()
  const { id: affiliationId } = await build.affiliation()
  const home = await build.fleet({ affiliationId })
  await signInDirectly(context, build, await build.user(home, { roles: ['FMC'], affiliationId }))
  await openLoaded(page, '/dashboard')
  for (const [path, calls, then] of [
    ['/fmc_dashboard', /\/v6\/fleets/, /^1 fleet$/],
    ['/fmc_activeorders', /\/fleets\/active_orders/, 'No active orders'],
    ['/fmc_users', /\/fleet_fmc_users/, /^1 user$/],
    ['/fmc_transactions', /_activities\?/, 'No payments in this period'],
  ] as const)
    await expectStates(page, path, calls, then)
})

test('lists of local copies all report a failed first load, and a retry fills them (ERR-005, OFF-006)', async ({
  signedInPage: page,
}) => {
  test.slow()
  const calls = /\/api\/v4\/(sync|vehicles\/vehicle_services|orders\/(index|fleet_orders)|vehicles\/index)/
  const server = await hold(page, calls)
  const paths = ['/vehicles', '/upcoming_maintenances', '/services?tab=upcoming', '/recalls', '/dashboard']
  for (const path of paths) {
    await page.goto(`${origin()}${path}`)
    await expect(loading(page).first(), path).toBeVisible()
  }
  await server.fail()
  for (const path of paths) {
    await openInside(page, path)
    await expect(failed(page).first(), path).toBeVisible()
    await expect(loading(page), path).toHaveCount(0)
  }
  await server.letThrough()
  await failed(page).first().getByRole('button', { name: 'Try again' }).click()
  await untilLoaded(page)
  await openInside(page, '/vehicles')
  await expect(page.getByRole('main').getByText('3 vehicles')).toBeVisible()
  await expect(failed(page)).toHaveCount(0)
})
