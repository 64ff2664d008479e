import { sql } from '#server/db/sql.ts'
import { axeFindings } from '../support/axe.ts'
import { expect, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded } from '../support/screens.ts'

test.use(DESK)

test('one part of a vehicle is edited beside its fact: one change is sent, and the focus returns', async ({
  signedInPage: page,
  context,
  db,
  owner,
}) => {
  const [vehicle] = await db.query<{ id: number }>(sql`
    update vehicles set vin = null, license_plate_number = 'OLD-1', license_plate_state = 'OH'
    where name_of_vehicle = 'Van 1' and fleet_id = ${owner.fleetId} returning id`)
  await openLoaded(page, `/vehicles/${vehicle!.id}`)
  const bodies: unknown[] = []
  const matches: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() !== 'PUT') return
    bodies.push(request.postDataJSON())
    matches.push(request.headers()['if-match'])
  })
  const button = page.getByRole('button', { name: 'Edit plate' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Edit plate' })
  const plate = dialog.getByLabel('Plate number')
  await expect(plate).toHaveValue('OLD-1')
  await expect(plate).toBeFocused()
  await expect(dialog.getByLabel('VIN')).toHaveCount(0)
  expect(await axeFindings(page)).toEqual([])
  const save = dialog.getByRole('button', { name: 'Save' })

  // Without a VIN, the plate is required: the error is at the field, and nothing is sent.
  await plate.fill('')
  await save.click()
  await expect(plate).toHaveAttribute('aria-invalid', 'true')
  expect(bodies).toEqual([])

  // Someone else changes the same field meanwhile.
  await plate.fill('new-2')
  await db.query(
    sql`update vehicles set license_plate_number = 'THEIRS', rev = rev + 1 where id = ${vehicle!.id}`,
  )
  await plate.press('Enter')
  await expect(dialog.getByText('Plate number: THEIRS (theirs), NEW-2 (yours)')).toBeVisible()
  await expect(plate).toBeFocused()

  // Offline it says so and keeps the text.
  await goOffline(page, context)
  await expect(dialog.getByText('You need a connection to save vehicles')).toBeVisible()
  await expect(plate).toHaveValue('NEW-2')
  await context.setOffline(false)
  await expect(dialog.getByText('You need a connection to save vehicles')).toHaveCount(0)

  await save.click()
  await expect(page.getByText('Vehicle updated')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('NEW-2', { exact: true })).toBeVisible()
  await expect(button).toBeFocused()
  expect(bodies.at(-1)).toEqual({ license_plate_number: 'NEW-2', accepts_check_digit: false })
  expect(matches.every(Boolean)).toBe(true)
})

test('a user who may only assign drivers edits nothing else in place (USR-030)', async ({
  page,
  context,
  build,
}) => {
  const fleet = await build.fleet()
  const vehicle = await build.vehicle(fleet, { name: 'Van 9' })
  await signInDirectly(context, build, await build.user(fleet, { roles: ['Manager'] }))
  await openLoaded(page, `/vehicles/${vehicle.id}`)
  await page.getByRole('button', { name: 'Edit drivers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit drivers' })
  await expect(dialog.getByRole('combobox', { name: 'Add a driver' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(1)
})
