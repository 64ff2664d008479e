import type { Route } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded, PHONE } from '../support/screens.ts'

test.use({ ...DESK, permissions: ['clipboard-read', 'clipboard-write'] })

test('a view keeps filter, columns and density; its link shows the same rows to a colleague, and shows a driver what is missing', async ({
  page,
  context,
  build,
  browser,
  db,
}) => {
  const fleet = await build.fleet()
  const { id } = await build.vehicle(fleet, { name: 'Van 1' })
  await db.query(sql`update vehicles set department_number = '12' where id = ${id}`)
  const driver = await build.user(fleet, { roles: ['Driver'] })
  await build.vehicle(fleet, { name: 'Truck 2', drivers: [driver] })
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, '/vehicles')
  const rows = page.getByRole('grid').getByRole('link', { name: /^(Van 1|Truck 2)$/ })
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Department', exact: true }).click()
  await page.getByRole('menuitem', { name: '12' }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitemradio', { name: 'Standard' }).click()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save current view…' }).click()
  await page.getByLabel('Name').fill('Department 12')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Views: Department 12' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(DESK.viewport)
  await page.getByRole('button', { name: 'Views: Department 12' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/vehicles\?view=[-0-9a-f]{36}$/)

  await test.step('offline, the view still opens', async () => {
    await page.getByRole('button', { name: 'Reset filters' }).click()
    await expect(rows).toHaveCount(2)
    await goOffline(page, context)
    await page.getByRole('button', { name: 'Views' }).click()
    await expect(page.getByText('You are offline. Connect to save or change views.')).toBeVisible()
    await page.getByRole('menuitem', { name: 'Department 12' }).click()
    await expect(rows).toHaveCount(1)
  })

  for (const role of ['Owner', 'Driver'] as const)
    await test.step(`the link, opened by another ${role}`, async () => {
      const other = await browser.newContext(role === 'Driver' ? PHONE : DESK)
      await signInDirectly(other, build, role === 'Driver' ? driver : await build.user(fleet))
      const their = await other.newPage()
      await openLoaded(their, link.replace(origin(), ''))
      await expect(their.getByText(/View “Department 12”, shared by/)).toBeVisible()
      if (role === 'Owner') {
        await expect(their.getByRole('grid').getByRole('link', { name: /^(Van 1|Truck 2)$/ })).toHaveCount(1)
      } else {
        await expect(their.getByText(/You only see vehicles that are assigned to you/)).toBeVisible()
        await expect(their.getByText(/Department: 12/).first()).toBeVisible()
      }
      await their.getByRole('button', { name: 'Views: Department 12' }).click()
      await their.getByRole('menuitem', { name: 'Save as mine…' }).click()
      await their.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(their.getByText(/View “Department 12”, shared by/)).toHaveCount(0)
      await other.close()
    })
})

test('a link to a view that does not exist says so, and shows the list', async ({ signedInPage: page }) => {
  await openLoaded(page, '/upcoming_maintenances?view=6f1c0d62-0e57-4a55-9b3e-58a8f9a6b001')
  await expect(page.getByText(/This view does not exist/)).toBeVisible()
})

test('the past tab has views of its own', async ({ page, context, build, db }) => {
  const fleet = await build.fleet()
  for (const name of ['Mallard', 'Pintail'])
    await anOpenOrder(db, await build.vehicle(fleet, { name }), { status: 'complete' })
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, '/services?tab=past&days=all')
  const rows = page.getByRole('grid').getByRole('link', { name: /^(Mallard|Pintail)$/ })
  await expect(rows).toHaveCount(2)
  await page.getByLabel('Vehicle, service or shop').fill('Pintail')
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save current view…' }).click()
  await page.getByLabel('Name').fill('Pintails')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Views: Pintails' })).toBeVisible()
  const url = new URL(page.url())
  // A view of one tab is not offered in another.
  await page.getByRole('tab', { name: 'Active' }).click()
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(page.getByRole('menuitem', { name: 'Save current view…' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Pintails' })).toHaveCount(0)
  await openLoaded(page, `/services?tab=past&view=${url.searchParams.get('view')}`)
  await expect(rows).toHaveCount(1)

  const remove = async () => {
    await page.getByRole('button', { name: 'Views: Pintails' }).click()
    await page.getByRole('menuitem', { name: 'Delete view' }).click()
  }
  const failPut = (route: Route) => (route.request().method() === 'PUT' ? route.abort() : route.continue())
  const saveWithRows = async (count: string) => {
    await page.getByRole('combobox', { name: 'Rows per page' }).click()
    await page.getByRole('option', { name: count }).click()
    await page.getByRole('button', { name: 'Views: Pintails' }).click()
    await page.getByRole('menuitem', { name: 'Save changes to “Pintails”' }).click()
    await expect(page.getByText('The view “Pintails” was not saved.')).toBeVisible()
  }
  const retry = async () => {
    const responseTo = (method: string) =>
      page.waitForResponse(
        (response) => response.url().includes('saved_views') && response.request().method() === method,
      )
    const [saved, reloaded] = [responseTo('PUT'), responseTo('GET')]
    await page.getByRole('button', { name: 'Try again' }).click()
    expect((await saved).status()).toBe(200)
    await reloaded
  }
  await test.step('changes that are not saved are reported', async () => {
    await page.route('**/saved_views/**', failPut)
    await saveWithRows('25')
    await page.unroute('**/saved_views/**', failPut)
    await retry()
  })
  await test.step('a view that was deleted in another tab is saved again', async () => {
    await db.query(sql`delete from saved_views where name = 'Pintails'`)
    await saveWithRows('100')
    await retry()
    await expect(page.getByRole('button', { name: 'Views: Pintails' })).toBeVisible()
  })
  await test.step('a deletion that fails keeps the view open', async () => {
    const fail = (route: Route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue())
    await page.route('**/saved_views/**', fail)
    await remove()
    await expect(page.getByText('The view was not deleted.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Views: Pintails' })).toBeVisible()
    await expect(rows).toHaveCount(1)
    await page.unroute('**/saved_views/**', fail)
  })
  await test.step('a deleted view closes; undone on another list, it does not open there', async () => {
    await remove()
    await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible()
    await expect(page).toHaveURL(`${origin()}/services?tab=past`)
    await page.getByRole('link', { name: 'Vehicles', exact: true }).first().click()
    await expect(page).toHaveURL(`${origin()}/vehicles`)
    await page.route('**/saved_views/**', failPut)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('The view “Pintails” was not saved.')).toBeVisible()
    await page.unroute('**/saved_views/**', failPut)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('View “Pintails” saved').last()).toBeVisible()
    await expect(page).toHaveURL(`${origin()}/vehicles`)
  })
})

test('the lists of users and of transactions keep views too', async ({ page, context, build }) => {
  const fleet = await build.fleet()
  const owner = await build.user(fleet, { firstName: 'Ada' })
  await build.user(fleet, { roles: ['Driver'], firstName: 'Grace' })
  await signInDirectly(context, build, owner)
  const save = async (name: string) => {
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save current view…' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: `Views: ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied')).toBeVisible()
    return (await page.evaluate(() => navigator.clipboard.readText())).replace(origin(), '')
  }
  await openLoaded(page, '/settings?tab=users')
  const users = page
    .getByRole('grid', { name: 'Users' })
    .getByRole('row')
    .filter({ hasText: /Ada|Grace/ })
  await expect(users).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Search users' }).fill('Grace')
  await expect(users).toHaveCount(1)
  const graces = await save('Graces')
  await openLoaded(page, '/fleet_transactions?from=2026-01-01&to=2026-01-31')
  const january = await save('January')

  await openLoaded(page, graces)
  await expect(users).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Views: Graces' })).toBeVisible()
  await openLoaded(page, january)
  await expect(page.getByRole('button', { name: 'Views: January' })).toBeVisible()
  const { searchParams } = new URL(page.url())
  expect([searchParams.get('from'), searchParams.get('to')]).toEqual(['2026-01-01', '2026-01-31'])
  await page.setViewportSize(PHONE.viewport)
  await expectAccessible(page)
})

test('a shared view of orders shows a driver which vehicles are missing', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const driver = await build.user(fleet, { roles: ['Driver'] })
  const owner = await build.user(fleet)
  await build.vehicle(fleet, { name: 'Truck 2', drivers: [driver] })
  await signInDirectly(context, build, driver)
  for (const [list, tab] of [
    ['upcoming', 'upcoming'],
    ['active_orders', 'active'],
    ['past_services', 'past'],
  ] as const) {
    const id = crypto.randomUUID()
    await db.query(sql`
      insert into saved_views (id, fleet_id, user_id, list, name, state, is_default)
      values (${id}, ${fleet.id}, ${owner.id}, ${list}, 'Department 12', '{"department":"12"}'::jsonb, false)`)
    await openLoaded(page, `/services?tab=${tab}&view=${id}`)
    await expect(
      page.getByText(/None of the vehicles that you can see match: Department: 12\./),
    ).toBeVisible()
  }
})
