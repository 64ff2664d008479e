import type { Page } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, PHONE, requestsTo } from '../support/screens.ts'

type World = Parameters<Parameters<typeof test>[2]>[0]

/** Two fleets of a company with open orders; one of them waits for approval. */
async function aCompanyWithOrders({ build, db }: Pick<World, 'build' | 'db'>) {
  const { id: affiliationId } = await build.affiliation({ name: `Group ${crypto.randomUUID()}` })
  const home = await build.fleet({ affiliationId, name: 'Motor pool' })
  const other = await build.fleet({ affiliationId, name: 'Juniper Couriers', country: 'CA' })
  for (let n = 1; n <= 10; n++)
    await anOpenOrder(db, await build.vehicle(home, { name: `Van ${n}` }), { status: 'active' })
  const truck = await build.vehicle(other, { name: 'Truck 99' })
  const order = await anOpenOrder(db, truck, {
    status: 'awaiting_approval',
    price: '80.25',
    poNumber: 'PO-7',
    at: new Date(Date.now() + 3_600_000).toISOString(),
  })
  const user = await build.user(home, { roles: ['FMC'], affiliationId })
  return { user, other, truck, order }
}
const rows = (page: Page) =>
  page
    .getByRole('grid', { name: 'Active orders' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })

test.describe('on a desktop', () => {
  test.use(DESK)

  test('shows active orders of all fleets in 14 columns and pages; a review opens the approval in its fleet', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { user, other, order } = await aCompanyWithOrders({ build, db })
    await signInDirectly(context, build, user)
    const calls = requestsTo(context, /active_orders|impersonate_fleet/)
    await page.goto(`${origin()}/fmc_activeorders`)
    // FMC-037, FMC-046
    await expect(rows(page)).toHaveCount(11)
    await page.getByRole('combobox', { name: 'Rows per page' }).click()
    await expect(page.getByRole('option')).toHaveText(['10', '25', '50', '100'])
    await page.getByRole('option', { name: '10', exact: true }).click()
    await expect(rows(page)).toHaveCount(10)
    await page.getByRole('button', { name: 'next page' }).click()
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'previous page' }).click()
    await expect(page.getByRole('main')).toContainText('11 active orders')
    await expect(rows(page).first()).toContainText('Juniper Couriers')
    await expect(rows(page).nth(1)).toContainText('Motor pool')
    await expectAccessible(page)
    // FMC-038: all columns fit a large window, and a small one names those that it hides.
    const grid = page.getByRole('grid', { name: 'Active orders' })
    const sideways = grid.locator('.MuiDataGrid-scrollbar--horizontal')
    await page.setViewportSize({ width: 1920, height: 900 })
    await expect(grid).toHaveAttribute('aria-colcount', '14')
    await expect(sideways).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(page.getByText(/columns do not fit this window: VIN/)).toBeVisible()
    await expect(sideways).toHaveCount(0)
    await page.setViewportSize(DESK.viewport)
    // FMC-039
    await expect(page.getByRole('button', { name: /^Review order/ })).toHaveCount(1)
    // FMC-044, FMC-045
    await page.getByRole('button', { name: 'Past due' }).click()
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await page.getByRole('button', { name: 'Reset filters' }).first().click()
    await expect(rows(page)).toHaveCount(11)
    // FMC-067
    await page.getByLabel('Status', { exact: true }).selectOption('Awaiting Approval')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Reset filters' }).first().click()
    await page.getByRole('button', { name: 'Late at the shop' }).click()
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await page.getByRole('button', { name: 'Reset filters' }).first().click()
    await expect(rows(page)).toHaveCount(11)
    calls.length = 0
    await page.getByRole('searchbox').fill('tr')
    await expect(page.getByRole('alert')).toContainText('Enter at least 3 characters')
    expect(calls).toEqual([])
    await page.getByRole('searchbox').fill('truck 99')
    await expect(rows(page)).toHaveCount(1)
    await page.reload()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('Truck 99')
    // FMC-042, FMC-043
    await page.getByRole('button', { name: /^Review order/ }).click()
    await expect(page).toHaveURL(`${origin()}/orders/${order.id}/approvals`)
    await expect(page.getByRole('banner')).toContainText('Juniper Couriers')
    expect(calls).toContain('PUT /api/v4/fleet_users/impersonate_fleet')
    const [entered] = await db.query<{ fleet_id: number }>(
      sql`select fleet_id from audit_trail where user_id = ${user.id} and act = 'fleet.entered'`,
    )
    expect(entered?.fleet_id).toBe(other.id)
  })

  test('a click on a row opens its approval, and the URL selects one fleet', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { user, other, order } = await aCompanyWithOrders({ build, db })
    await signInDirectly(context, build, user)
    await page.goto(`${origin()}/fmc_activeorders?fleet=${other.id}`)
    await expect(rows(page)).toHaveCount(1)
    await rows(page).getByRole('gridcell', { name: 'Juniper Couriers', exact: true }).click()
    await expect(page).toHaveURL(`${origin()}/orders/${order.id}/approvals`)
  })
})

test('orders that wait in an approval fleet come first, with their fleet and currency, and open there', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user, other, order } = await aCompanyWithOrders({ build, db })
  await db.query(sql`insert into user_approval_fleets (user_id, fleet_id) values (${user.id}, ${other.id})`)
  await signInDirectly(context, build, user)
  // The link of an email: the fleet is shown before the session switches to it.
  await page.goto(`${origin()}/orders/${order.id}/approvals?fleet=${other.id}`)
  await expect(page.getByText('This order belongs to Juniper Couriers')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Switch to Juniper Couriers' })).toBeVisible()
  for (const path of ['/fmc_activeorders', '/approvals']) {
    await page.goto(origin() + path)
    const queue = page.getByRole('list', { name: 'Waiting for your approval' })
    await expect(queue.getByRole('listitem')).toHaveCount(1)
    await expect(queue).toContainText('Juniper Couriers')
    await expect(queue).toContainText('80.25 CAD')
  }
  await page.getByRole('button', { name: 'Truck 99' }).click()
  await expect(page).toHaveURL(`${origin()}/orders/${order.id}/approvals`)
  await expect(page.getByRole('banner')).toContainText('Juniper Couriers')
})

test('after a decision, the next order of another fleet has the currency of that fleet and opens there', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user, other, order } = await aCompanyWithOrders({ build, db })
  const van = await build.vehicle({ id: user.fleetId }, { name: 'Van 11' })
  const { id: serviceId } = await build.service()
  const own = await anOpenOrder(db, van, { status: 'awaiting_approval', price: '50.00', serviceId })
  await db.query(sql`
    insert into user_approval_fleets (user_id, fleet_id) values (${user.id}, ${other.id}), (${user.id}, ${user.fleetId})`)
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}/orders/${own.id}/approvals`)
  await page.getByRole('button', { name: 'Approve all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Maintenance Approved')).toBeVisible()
  await page.getByRole('button', { name: 'Next: Truck 99, 80.25 CAD' }).click()
  await expect(page).toHaveURL(`${origin()}/orders/${order.id}/approvals`)
  await expect(page.getByRole('banner')).toContainText('Juniper Couriers')
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('shows orders as cards, and reports a lost connection', async ({ page, context, build, db }) => {
    const { user } = await aCompanyWithOrders({ build, db })
    await signInDirectly(context, build, user)
    await page.goto(`${origin()}/fmc_activeorders`)
    const cards = page.getByRole('list', { name: 'Active orders' }).getByRole('listitem')
    await expect(cards).toHaveCount(10)
    await expect(cards.first()).toContainText('80.25 CAD')
    await expectAccessible(page)
    await page.setViewportSize(PHONE.viewport)
    await context.route('**/api/v4/fleets/active_orders*', (route) => route.abort())
    await page.getByRole('button', { name: 'Due soon' }).click()
    await expect(page.getByText('Orders of all fleets need a connection')).toBeVisible()
  })
})
