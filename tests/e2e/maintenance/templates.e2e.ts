import { sql } from '#server/db/sql.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded } from '../support/screens.ts'
import { aWorld, region } from './schedule-world.ts'

test.use(DESK)

test('a class’s schedule is edited in the settings; a vehicle with its own schedule shows it and can follow the class again', async ({
  page,
  context,
  build,
  db,
}) => {
  test.slow()
  const { user, vehicle } = await aWorld(build, db)
  await signInDirectly(context, build, user)
  await openLoaded(page, '/settings?tab=general')
  await page.getByRole('link', { name: /Maintenance schedules/ }).click()
  const car = region(page, 'Car')
  await expect(car.getByText('1 vehicle follows it')).toBeVisible()
  await expect(car.getByText('5,000 mi')).toBeVisible()
  await car.getByRole('button', { name: 'Edit the schedule: Car' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Save schedule' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await page.setViewportSize(DESK.viewport)
  const first = dialog.getByRole('group', { name: 'Interval 1' })
  await first.getByRole('textbox', { name: 'Every (distance)' }).fill('50')
  await dialog.getByRole('button', { name: 'Save schedule' }).click()
  await expect(first.getByRole('textbox', { name: 'Every (distance)' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await first.getByRole('textbox', { name: 'Every (distance)' }).fill('7500')
  await dialog.getByRole('button', { name: 'Remove interval 3' }).click()
  await dialog.getByRole('button', { name: 'Save schedule' }).click()
  await expect(page.getByText('Schedule saved')).toBeVisible()
  await expect(car.getByText('7,500 mi')).toBeVisible()
  await expect(car.getByText('Changed by your fleet')).toBeVisible()

  await page.goto(`${origin()}/vehicles/${vehicle.id}/schedule`)
  await expect(page.getByText('Follows the schedule of its class: Car')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.getByRole('button', { name: 'Edit schedule' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove interval 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save schedule' }).click()
  await expect(page.getByText(/Changes to its class do not affect it/)).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(3)
  await goOffline(page, context)
  const link = page.getByRole('button', { name: 'Use the class schedule again' })
  await expect(link).toHaveAttribute('aria-disabled', 'true')
  // A page loaded under Chromium's emulation is offline, but its `navigator.onLine` is true.
  await page.reload()
  await expect(page.getByText(/Changes to its class do not affect it/)).toBeVisible()
  await context.setOffline(false)
  await expect(link).not.toHaveAttribute('aria-disabled', 'true')
  await link.click()
  await page.getByRole('button', { name: 'Use the class schedule', exact: true }).click()
  await expect(page.getByText('Follows the schedule of its class: Car')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(4)
})

test('a class returns to the standard schedule only after a confirmation, and a failure is shown', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user } = await aWorld(build, db)
  await signInDirectly(context, build, user)
  await openLoaded(page, '/schedule_templates')
  const car = region(page, 'Car')
  await car.getByRole('button', { name: 'Edit the schedule: Car' }).click()
  const editor = page.getByRole('dialog', { name: 'Car' })
  const every = editor.getByRole('group', { name: 'Interval 1' }).getByRole('textbox', { name: /distance/ })
  await every.fill('7500')
  const calls: string[] = []
  await page.route('**/schedule_templates/car', (route) => {
    calls.push(route.request().method())
    return calls.length === 1
      ? route.fulfill({ status: 500, json: { code: 'internal' }, headers: { 'x-wheelbook-api': '1' } })
      : route.continue()
  })
  const reset = editor.getByRole('button', { name: 'Back to the standard schedule' })
  const confirmation = page.getByRole('alertdialog', { name: 'Back to the standard schedule' })
  await reset.click()
  await expect(confirmation).toContainText(
    'anything you typed here. 1 vehicle follows the standard schedule instead',
  )
  await expectAccessible(page)
  await page.setViewportSize(DESK.viewport)
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(every).toHaveValue('7500')
  expect(calls).toEqual([])

  await reset.click()
  await confirmation.getByRole('button', { name: 'Use the standard schedule' }).click()
  await expect(confirmation.getByRole('alert')).toBeVisible()
  await confirmation.getByRole('button', { name: 'Use the standard schedule' }).click()
  await expect(page.getByText('Car uses the standard schedule again')).toBeVisible()
  await expect(editor).toHaveCount(0)
  await expect(car.getByText('Changed by your fleet')).toHaveCount(0)
  expect(calls).toEqual(['DELETE', 'DELETE'])
  // What was typed was discarded too.
  await car.getByRole('button', { name: 'Edit the schedule: Car' }).click()
  await expect(editor.getByRole('button', { name: 'Add interval' })).toBeVisible()
  await expect(every).toHaveCount(0)
  await expect(editor.getByRole('button', { name: 'Discard' })).toHaveCount(0)
})

test('saving a schedule that someone else changed meanwhile shows a message and keeps the typed text', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user } = await aWorld(build, db)
  await signInDirectly(context, build, user)
  await openLoaded(page, '/schedule_templates')
  const car = region(page, 'Car')
  await car.getByRole('button', { name: 'Edit the schedule: Car' }).click()
  const dialog = page.getByRole('dialog')
  const every = dialog.getByRole('group', { name: 'Interval 1' }).getByRole('textbox', { name: /distance/ })
  await every.fill('7500')
  // A colleague in another browser.
  const colleague = await (await context.browser())?.newContext()
  if (!colleague) throw new Error('No browser')
  await signInDirectly(colleague, build, user)
  const other = await colleague.newPage()
  await openLoaded(other, '/schedule_templates')
  await region(other, 'Car').getByRole('button', { name: 'Edit the schedule: Car' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Remove interval 3' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Save schedule' }).click()
  await expect(other.getByText('Schedule saved')).toBeVisible()
  await colleague.close()

  await dialog.getByRole('button', { name: 'Save schedule' }).click()
  await expect(dialog.getByText(/Someone else changed this schedule/)).toBeVisible()
  await expect(every).toHaveValue('7500')
  await expectAccessible(page)
  await page.setViewportSize(DESK.viewport)
  await dialog.getByRole('button', { name: 'Save mine' }).click()
  await expect(page.getByText('Schedule saved')).toBeVisible()
  await expect(car.getByText('7,500 mi')).toBeVisible()
})

test('a schedule that is being edited survives a closed dialog and a reload, and can be discarded', async ({
  page,
  context,
  build,
  db,
}) => {
  // interface rule 4
  const { user } = await aWorld(build, db)
  await signInDirectly(context, build, user)
  await openLoaded(page, '/schedule_templates')
  const edit = page.getByRole('button', { name: 'Edit the schedule: Car' })
  const dialog = page.getByRole('dialog', { name: 'Car' })
  const every = dialog.getByRole('group', { name: 'Interval 1' }).getByRole('textbox', { name: /distance/ })
  await edit.click()
  await every.fill('50')
  await dialog.getByRole('button', { name: 'Remove interval 2' }).click()
  await dialog.getByRole('button', { name: 'Save schedule' }).click()
  await expect(every).toHaveAttribute('aria-invalid', 'true')
  await every.fill('7500')
  await expect(every).not.toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await edit.click()
  await expect(every).toHaveValue('7500')
  await page.reload()
  await edit.click()
  await expect(every).toHaveValue('7500')
  await expect(dialog.getByRole('group', { name: /Interval/ })).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(every).toHaveValue('5000')
  await expect(dialog.getByRole('group', { name: /Interval/ })).toHaveCount(3)
})

test('a schedule with the most intervals accepts no further one, and says why', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user } = await aWorld(build, db)
  // With the three items of the class: one less than SCHEDULE_ITEMS_MAX.
  await db.query(sql`
    insert into schedule_items (fleet_id, template_id, service_definition_ids, every_months)
    select fleet_id, id, array[(select min(id) from service_definitions)], 12
    from schedule_templates, generate_series(1, 56) where fleet_id = ${user.fleetId}`)
  await signInDirectly(context, build, user)
  await openLoaded(page, '/schedule_templates')
  await page.getByRole('button', { name: 'Edit the schedule: Car' }).click()
  const add = page.getByRole('button', { name: 'Add interval' })
  await add.click()
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await add.click({ force: true })
  await expect(page.getByRole('tooltip')).toHaveText('A schedule has at most 60 intervals.')
})

test('choosing a class does not discard a schedule that someone else saved meanwhile', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user, vehicle } = await aWorld(build, db)
  await signInDirectly(context, build, user)
  await openLoaded(page, `/vehicles/${vehicle.id}/schedule`)
  const choose = page.getByRole('button', { name: 'Choose another class' })
  const dialog = page.getByRole('alertdialog')
  await choose.click()
  await dialog.getByLabel('Class').selectOption('Van')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await choose.click()
  await expect(dialog.getByLabel('Class').locator('option:checked')).toHaveText('Car')
  await dialog.getByLabel('Class').selectOption('Van')
  // A colleague gives the vehicle a schedule of its own; this browser does not know yet.
  await page.route('**/vehicles/*/schedule', async (route) => {
    const { revision } = route.request().postDataJSON()
    expect(revision).toEqual(expect.any(String))
    await route.fulfill({ status: 412, json: { code: 'stale' }, headers: { 'x-wheelbook-api': '1' } })
  })
  await dialog.getByRole('button', { name: 'Use the class schedule' }).click()
  await expect(dialog.getByText(/Someone else changed the schedule of this vehicle/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Use the class schedule' })).toBeDisabled()
})

test('an interval that the server rejects takes the focus after Enter in another one', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user } = await aWorld(build, db)
  await signInDirectly(context, build, user)
  await openLoaded(page, '/schedule_templates')
  await region(page, 'Car').getByRole('button', { name: 'Edit the schedule: Car' }).click()
  const everyOf = (interval: number) =>
    page.getByRole('group', { name: `Interval ${interval}` }).getByRole('textbox', { name: /distance/ })
  const { promise, resolve: respond } = Promise.withResolvers<void>()
  await page.route('**/schedule_templates/car', async (route) => {
    await promise
    await route.fulfill({
      status: 422,
      json: { code: 'validation', fields: { 'items.1.every': ['number'] } },
      headers: { 'x-wheelbook-api': '1' },
    })
  })
  await everyOf(1).fill('7500')
  await everyOf(1).press('Enter')
  // While the form is saved, its fields are inert.
  await expect(everyOf(1)).not.toBeFocused()
  respond()
  await expect(everyOf(2)).toBeFocused()
})
