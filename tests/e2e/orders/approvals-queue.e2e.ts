import { sql } from '#server/db/sql.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, goOffline, openInside, openLoaded } from '../support/screens.ts'

test.use(DESK)

test('the queue can be worked through by keyboard, and the dashboard and the navigation count the waiting orders', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const owner = await build.user(fleet)
  const service = await build.service({ name: `Brake pads ${fleet.id}` })
  const orders: { id: number }[] = []
  for (const [n, name] of ['Van 1', 'Van 2', 'Van 3'].entries()) {
    const order = await anOpenOrder(db, await build.vehicle(fleet, { name }), {
      status: 'awaiting_approval',
      serviceId: service.id,
      price: `${100 + n}.00`,
    })
    await db.query(sql`
      update shop_orders set awaiting_since = now() - make_interval(hours => ${10 - n}),
        appointment_datetime = now() - interval '5 days' where id = ${order.id}`)
    orders.push(order)
  }
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/dashboard')
  // The first line of the first block.
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
    'Needs you today',
  )
  const today = page.getByRole('list', { name: 'Needs you today' }).getByRole('listitem')
  await expect(today.first()).toContainText('3 to approve')
  const place = page.getByRole('navigation').getByRole('link', { name: /Approvals/ })
  await expect(place).toContainText('3 orders are waiting for your approval')
  await place.click()
  await expect(page).toHaveURL(`${origin()}/approvals`)
  const rows = page.getByRole('list', { name: 'Waiting for your approval' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Van 1')
  await expect(rows.first()).toContainText('$100.00')
  await expect(rows.first()).toContainText('Estimate received 10 hours ago')
  // As every other list of open orders says it.
  await expect(rows.first()).toContainText('Late: at the shop for 5 days')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await page.keyboard.press('j')
  expect(await focused()).toBe('Van 1')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  expect(await focused()).toBe('Van 3')
  await page.keyboard.press('k')
  expect(await focused()).toBe('Van 2')
  await page.keyboard.press('a')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Are you sure you want to accept all services?')
  await expect(dialog.getByRole('button', { name: 'Approve' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Maintenance Approved')).toBeVisible()
  await expect(rows).toHaveCount(2)
  const statuses = await db.query(
    sql`select id, status from shop_orders where fleet_id = ${fleet.id} and status = 'approved'`,
  )
  expect(statuses).toMatchObject([{ id: orders[1]?.id }])
  // The next entry gets the focus and opens.
  await expect.poll(focused).toBe('Van 3')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${origin()}/orders/${orders[2]?.id}/approvals`)
  await page.getByRole('main').getByText('Back', { exact: true }).click()
  await expect(page).toHaveURL(`${origin()}/approvals`)
  await expectAccessible(page)
})

test('an order that is decided while it is being approved in the queue says so', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const order = await anOpenOrder(db, await build.vehicle(fleet, { name: 'Van 1' }), {
    status: 'awaiting_approval',
  })
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, '/approvals')
  await page.route(`**/api/v4/orders/${order.id}`, async (route) => {
    if (route.request().method() === 'PUT')
      await db.query(sql`update shop_orders set status = 'approved', rev = rev + 1 where id = ${order.id}`)
    return route.continue()
  })
  await page.getByRole('button', { name: 'Approve Van 1' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Nothing is waiting for your approval')).toBeAttached()
  await expect(dialog).toContainText('This order is no longer waiting for your approval.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
})

test('the navigation shows the last known count after a reload, before the queue is loaded and without a connection', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const order = await anOpenOrder(db, await build.vehicle(fleet), { status: 'awaiting_approval' })
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, '/vehicles')
  const place = page.getByRole('navigation').getByRole('link', { name: /Approvals/ })
  await expect(place).toContainText('1 order is waiting for your approval')
  await goOffline(page, context)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Vehicles' })).toBeVisible()
  await expect(place).toContainText('1 order is waiting for your approval')
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  expect(stored, 'the number only, not the order').not.toContain('waiting_since')
  await db.query(sql`update shop_orders set status = 'approved' where id = ${order.id}`)
  await context.setOffline(false)
  await page.reload()
  await expect(place, 'the last known count gives way to the real one').toHaveCount(0)
})

test('the queue reports that nothing waits, that it needs a connection, and that an error occurred', async ({
  page,
  context,
  build,
}) => {
  await signInDirectly(context, build, await build.user(await build.fleet()))
  await openLoaded(page, '/approvals')
  await expect(page.getByText('Nothing is waiting for your approval')).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: /Approvals/ })).toBeVisible()
  await openInside(page, '/dashboard')
  await expect(page.getByRole('navigation').getByRole('link', { name: /Approvals/ })).toHaveCount(0)
  await page.route('**/api/v4/approvals*', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'X-Wheelbook-Api': '4' },
      json: { code: 'internal', errors: ['x'] },
    }),
  )
  await page.goto(`${origin()}/approvals`)
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await page.unroute('**/api/v4/approvals*')
  await goOffline(page, context)
  await page.reload()
  await expect(page.getByText('You need a connection to see the approvals queue')).toBeVisible()
})

test('a user who may not approve sees whom to call (APR-010, APR-011, APR-045, APR-046)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const owner = await build.user(fleet, { firstName: 'Dana' })
  const manager = await build.user(fleet, { roles: ['Manager'] })
  await db.query(sql`update users set cell_phone = '5555550123' where id = ${owner.id}`)
  await db.query(sql`
    insert into maintenance_policies (fleet_id, amount, user_ids, all_vehicles, auto_approvable)
    values (${fleet.id}, 10, ${[]}, true, true)`)
  const order = await anOpenOrder(db, await build.vehicle(fleet), { status: 'awaiting_approval' })
  await signInDirectly(context, build, manager)
  await openLoaded(page, `/orders/${order.id}/approvals`)
  await expect(page.getByText('You are not eligible to approve this order')).toBeVisible()
  // The reason, and who can approve (APR-010).
  await expect(page.getByText(/^Your fleet’s policies assign orders of this amount/)).toBeVisible()
  await expect(page.getByText('These people can approve it:')).toBeVisible()
  await expect(page.getByRole('link', { name: '(555) 555-0123' }).first()).toHaveAttribute(
    'href',
    'tel:5555550123',
  )
  await expect(page.getByRole('button', { name: 'Approve all' })).toHaveCount(0)
  await expectAccessible(page)
})
