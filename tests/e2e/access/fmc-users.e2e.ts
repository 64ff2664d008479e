import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, requestsTo } from '../support/screens.ts'

test.use(DESK)

test('an FMC user lists, adds and edits users of the company, with fleets instead of vehicles', async ({
  page,
  context,
  build,
}) => {
  const { id: affiliationId } = await build.affiliation({ name: `Group ${crypto.randomUUID()}` })
  const home = await build.fleet({ affiliationId, name: 'Motor pool' })
  await build.fleet({ affiliationId, name: 'Juniper Couriers' })
  const user = await build.user(home, { roles: ['FMC'], affiliationId, firstName: 'Olga' })
  const manager = await build.user(home, { roles: ['FMC Fleet Manager'], affiliationId, firstName: 'Mona' })
  await build.user(home, { roles: ['Owner'], firstName: 'Otto' })
  await signInDirectly(context, build, user)
  const calls = requestsTo(context, /fleet_fmc_users|\/users\/\d+$|roles$/)
  // USR-001, USR-002
  await page.goto(`${origin()}/fmc_users`)
  const rows = page.getByRole('row').filter({ has: page.getByRole('gridcell') })
  await expect(rows).toHaveCount(2)
  // USR-009
  await expect(page.getByRole('columnheader', { name: 'Fleets' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Vehicles' })).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize(DESK.viewport)
  await rows
    .filter({ hasText: 'Mona' })
    .getByRole('button', { name: /^Actions for/ })
    .click()
  // USR-013, USR-014
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Audit log', 'Delete'])
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page).toHaveURL(`${origin()}/fmc_users/${home.id}/${manager.id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit user' })
  await dialog.getByRole('button', { name: 'Next' }).click()
  // USR-024
  await expect(dialog.getByRole('group', { name: 'Roles' }).getByRole('checkbox')).toHaveCount(3)
  await dialog.getByRole('combobox', { name: /^Add a fleet/ }).fill('junip')
  await page.getByRole('option', { name: 'Juniper Couriers' }).click()
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await dialog.getByRole('button', { name: 'Save user' }).click()
  const body = (await sent).postDataJSON()
  // USR-045, USR-046
  expect(body.approvalFleetIds).toHaveLength(1)
  expect(body).not.toHaveProperty('vehicle_ids')
  // API-013: a successful save; promotions.e2e.ts has a failing one.
  await expect(page.getByText('User updated')).toBeVisible()
  await expect(rows.filter({ hasText: 'Mona' })).toContainText('Juniper Couriers')
  await page.getByRole('button', { name: 'Audit log' }).click()
  const trail = page.getByRole('dialog', { name: 'Audit log of FMC users' })
  await expect(trail.getByRole('listitem')).toContainText(['Mona'])
  await expect(trail).toContainText('Juniper Couriers')
  expect(calls.some((call) => call.startsWith('GET /api/v4/fleet_fmc_users'))).toBe(true)
  // USR-047
  expect(calls).toContain(`GET /api/v4/fleets/${home.id}/users/${manager.id}`)
  expect(calls).toContain('GET /api/v4/roles?fmc=true')
})

test('USR-003: redirects other users to the dashboard', async ({ signedInPage: page }) => {
  for (const path of ['/fmc_users', '/fmc_users/new', '/fmc_users/1/2']) {
    await page.goto(origin() + path)
    await expect(page).toHaveURL(`${origin()}/dashboard`)
  }
})
