import { expectAccessible } from '../support/axe.ts'
import { enterAs, expect, origin, test } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded } from '../support/screens.ts'
import { aWorld, region } from './schedule-world.ts'

test.use(DESK)

test('a schedule of a class is changed from the settings, and a vehicle that has its own says so and is linked again', async ({
  page,
  context,
  build,
  db,
}) => {
  test.slow()
  const { user, vehicle } = await aWorld(build, db)
  await enterAs(context, build, user)
  await openLoaded(page, '/settings')
  await page.getByRole('link', { name: /Maintenance schedules/ }).click()
  const car = region(page, 'Car')
  await expect(car.getByText('1 vehicle follows it')).toBeVisible()
  await expect(car.getByText('5,000 mi')).toBeVisible()
  await car.getByRole('button', { name: 'Change the schedule: Car' }).click()
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
  await page.getByRole('button', { name: 'Change schedule' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove interval 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save schedule' }).click()
  await expect(page.getByText(/Changes of its class do not reach it/)).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(3)
  await goOffline(page, context)
  await page.reload()
  await expect(page.getByText(/Changes of its class do not reach it/)).toBeVisible()
  const link = page.getByRole('button', { name: 'Follow the class again' })
  await expect(link).toHaveAttribute('aria-disabled', 'true')
  await context.setOffline(false)
  await expect(link).not.toHaveAttribute('aria-disabled', 'true')
  await link.click()
  await page.getByRole('button', { name: 'Follow the class', exact: true }).click()
  await expect(page.getByText('Follows the schedule of its class: Car')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(4)
})
