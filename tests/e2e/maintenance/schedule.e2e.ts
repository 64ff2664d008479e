import { day, otherRows } from '#tests/support/entries.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded, PHONE, requestsTo } from '../support/screens.ts'
import { aWorld, open, region, test } from './schedule-world.ts'

test.describe('the schedule of a vehicle', () => {
  test.use(DESK)

  test('SCH-001, SCH-011, SCH-012, SCH-036: lists what is past due and upcoming, and opens an interval', async ({
    page,
    context,
    world: { vehicle },
  }) => {
    const calls = requestsTo(context, /oem_schedules|recommended/)
    await open(page, vehicle)
    await expect(region(page, 'Past Due').getByRole('button', { name: /5,000 mi/ })).toBeVisible()
    await expect(region(page, 'Upcoming').getByRole('button', { name: /12 months/ })).toBeVisible()
    expect(calls).toContain(`GET /api/v4/vehicles/${vehicle.id}/oem_schedules`)
    // SCH-032, SCH-034
    expect(calls).toContain(`GET /api/v4/services/recommended/advice?vehicle_id=${vehicle.id}`)
    await region(page, 'Past Due')
      .getByRole('button', { name: /5,000 mi/ })
      .click()
    // SCH-027: services that are not done are ticked.
    await expect(page.getByRole('checkbox', { name: 'Oil change', exact: true })).toBeChecked()
    // SCH-020 Services of other tests may be recommended too (SCH-028).
    const ticked = page.getByRole('checkbox', { checked: true })
    while ((await ticked.count()) > 0) await ticked.first().click()
    await expect(page.getByRole('button', { name: 'Book services' })).toBeDisabled()
    // SCH-023, SCH-024: exactly one position.
    await page.getByRole('checkbox', { name: 'Rotation' }).click()
    const rotation = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('checkbox', { name: 'Rotation' }) })
    await rotation.getByRole('button', { name: 'Choose a position' }).click()
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save' })
    await expect(save).toBeDisabled()
    await page.getByRole('radio').nth(0).click()
    await page.getByRole('radio').nth(1).click()
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
    await save.click()
    await expect(page.getByRole('button', { name: /Position:/ })).toBeVisible()
    // SCH-017
    await page.getByRole('button', { name: 'Book services' }).click()
    await expect(page).toHaveURL(/\/service_request\/new/)
  })

  test('accepts mileage and use, and rejects invalid numbers (SCH-002)', async ({
    page,
    context,
    world: { vehicle },
  }) => {
    const calls = requestsTo(context, /_based_reminders/)
    await open(page, vehicle)
    const save = region(page, 'Mileage').getByRole('button', { name: 'Save' })
    const mileage = page.getByRole('textbox', { name: 'Current mileage' })
    await expect(mileage).toHaveValue('61000')
    // SCH-008
    await expect(save).toBeDisabled()
    // SCH-003, SCH-004, SCH-007
    for (const wrong of ['-1', '1.5', '12a']) {
      await mileage.fill(wrong)
      await expect(page.getByText('Not a valid number for mileage.')).toBeVisible()
    }
    await mileage.fill('61000')
    // SCH-008: changed back.
    await expect(save).toBeDisabled()
    // SCH-006
    await page.getByRole('textbox', { name: 'Miles per month' }).fill('499')
    await expect(page.getByText('Not a valid number for mileage.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Miles per month' }).fill('500')
    await mileage.fill('61300')
    await expect(save).toBeEnabled()
    await save.click()
    await expect(page.getByText('Mileage saved')).toBeVisible()
    await expect(mileage).toHaveValue('61300')
    // SCH-009
    expect(calls).toEqual([`PUT /api/v4/interval_based_reminders/${vehicle.id}`])
  })

  test('axe reports nothing, in both color schemes, on phone and desktop', async ({
    page,
    world: { vehicle },
  }) => {
    test.slow()
    await open(page, vehicle)
    await expect(region(page, 'Past Due').getByRole('button', { name: /5,000 mi/ })).toBeVisible()
    await expectAccessible(page)
    await region(page, 'Past Due')
      .getByRole('button', { name: /5,000 mi/ })
      .click()
    await expect(page.getByRole('checkbox', { name: 'Oil change', exact: true })).toBeChecked()
    await expectAccessible(page)
    await page.goto(`${origin()}/vehicles/${vehicle.id}/schedule`)
    await expect(page.getByText('Oil change').first()).toBeVisible()
    await expectAccessible(page)
  })

  test('SCH-014, SCH-015: links to the settings, and redirects from an unknown interval to the vehicles', async ({
    page,
    world: { vehicle },
  }) => {
    await open(page, vehicle)
    await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
    await expect(page).toHaveURL(/\/settings/)
    expect(await page.evaluate(() => history.state.state)).toBe(2)
    await page.goto(`${origin()}/maintenance_schedule_details/${vehicle.id}?interval=999999`)
    // SCH-016: the list of vehicles also receives the 2, without effect.
    await expect(page).toHaveURL(/\/vehicles$/)
    expect(await page.evaluate(() => history.state.state)).toBe(2)
  })

  test('SCH-041, SCH-042, SCH-044, SCH-050: has a tab with a grid, or the next maintenance if schedules are off', async ({
    page,
    context,
    build,
    db,
    world: { vehicle },
  }) => {
    const calls = requestsTo(context, /show_services/)
    await openLoaded(page, `/vehicles/${vehicle.id}`)
    await expect(page.getByRole('tab', { name: 'Next maintenance' })).toHaveCount(0)
    await page.getByRole('tab', { name: 'Maintenance schedule' }).click()
    await expect(page.getByRole('row')).toHaveCount(5)
    await page.getByRole('columnheader', { name: 'Service' }).click()
    await expect(page.getByRole('row').nth(1)).toContainText('Check')
    expect(calls.slice(0, 2)).toEqual(
      [1, 2].map((n) => `GET /api/v4/vehicles/${vehicle.id}/show_services?page=${n}`),
    )
    const off = await aWorld(build, db, { maintenance_schedules: false })
    await otherRows(db).interval(off.vehicle, { name: '5,000 mi', tag: 'Past Due' })
    await context.clearCookies()
    await signInDirectly(context, build, off.user)
    await openLoaded(page, `/vehicles/${off.vehicle.id}`)
    await page.getByRole('tab', { name: 'Next maintenance' }).click()
    await expect(region(page, 'Next maintenance').getByText('5,000 mi')).toBeVisible()
    // SCH-051
    await page.getByRole('tab', { name: 'Maintenance schedule' }).click()
    await expect(page.getByRole('link', { name: 'Schedule details' })).toHaveCount(0)
  })
})

test.describe('offline', () => {
  test.use(PHONE)

  test('SCH-021, SCH-022, SCH-026, SCH-037: marks an interval, shows it at once, and sends it once', async ({
    page,
    context,
    db,
    world: { vehicle, services },
  }) => {
    await open(page, vehicle)
    await goOffline(page, context)
    await region(page, 'Past Due')
      .getByRole('button', { name: /5,000 mi/ })
      .click()
    await page.getByRole('button', { name: 'Mark as completed' }).click()
    const done = page.getByRole('button', { name: 'Done' })
    await expect(done).toBeDisabled()
    // SCH-019
    await expect(page.getByRole('button', { name: 'Book services' })).toBeDisabled()
    await page.getByRole('checkbox', { name: 'Oil change', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Rotation' }).click()
    await done.click()
    await expect(page.getByText(/Saved on this (phone|device)\./).first()).toBeVisible()
    // The next interval shows.
    await expect(page.getByRole('checkbox', { name: 'Fluid' })).toBeVisible()
    await page.getByRole('link', { name: 'Schedule' }).click()
    await expect(region(page, 'Upcoming').getByRole('button', { name: /5,000 mi/ })).toBeVisible()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'History' }).click()
    await expect(region(page, 'Completed intervals').getByText('5,000 mi')).toBeVisible()
    await context.setOffline(false)
    const marks = () =>
      db.query<{ id: number }>({
        text: 'select service_definition_id as id from service_marks where vehicle_id = $1 order by 1',
        values: [vehicle.id],
      })
    await expect.poll(async () => (await marks()).length, { timeout: 30_000 }).toBe(2)
    expect((await marks()).map(({ id }) => id)).toEqual([services.oil.id, services.rotation.id])
  })

  test('accepts a reading in two taps, warns about an implausible one, and queues a snooze (SVC-051 to SVC-056)', async ({
    page,
    context,
    db,
    world: { vehicle },
  }) => {
    await openLoaded(page, `/vehicles/${vehicle.id}`)
    const log = region(page, 'Odometer log')
    await expect(log.getByRole('listitem')).toHaveCount(2)
    // Typed text stays after a reload.
    await page.getByRole('button', { name: 'Enter reading' }).click()
    await page.getByRole('textbox', { name: 'Reading' }).fill('61999')
    await page.reload()
    await page.getByRole('button', { name: 'Enter reading' }).click()
    await expect(page.getByRole('textbox', { name: 'Reading' })).toHaveValue('61999')
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByRole('textbox', { name: 'Reading' }).press('Escape')
    await goOffline(page, context)
    await page.getByRole('button', { name: 'Enter reading' }).click()
    await expect(page.getByRole('textbox', { name: 'Reading' })).toHaveValue(/^61\d{3}$/)
    await page.getByRole('button', { name: 'Save reading' }).click()
    await expect(log.getByRole('listitem')).toHaveCount(3)
    // The log shows the state of the reading, and the vehicle shows it at once.
    await expect(log.getByRole('listitem').first()).toContainText(/Saved on this (phone|device)/)
    const read =
      (await log
        .getByText(/^61,\d{3} mi$/)
        .first()
        .textContent()) ?? ''
    await expect(region(page, 'Information')).toContainText(read)
    await page.getByRole('button', { name: 'Enter reading' }).click()
    await page.getByRole('textbox', { name: 'Reading' }).fill('61001')
    await expect(page.getByText(`Another reading from this day is higher: ${read}.`)).toBeVisible()
    await page.getByRole('textbox', { name: 'Reading' }).fill('6100')
    await expect(page.getByText('This does not match the earlier readings.')).toBeVisible()
    await page.getByRole('button', { name: 'Save reading' }).click()
    // An implausible reading asks for confirmation, and can be corrected.
    const question = page.getByRole('alertdialog', { name: 'Is 6,100 mi right?' })
    await question.getByRole('button', { name: 'Correct it' }).click()
    await expect(page.getByRole('textbox', { name: 'Reading' })).toHaveValue('6100')
    await page.getByRole('button', { name: 'Save reading' }).click()
    await question.getByRole('button', { name: 'Save 6,100 mi' }).click()
    await expect(log.getByText('Check')).toBeVisible()

    await page.goto(`${origin()}/maintenance_schedule_details/${vehicle.id}`)
    const snooze = page.getByRole('button', { name: 'Snooze' })
    await snooze.click()
    await expect(page.getByRole('combobox').locator('option')).toHaveCount(6)
    // SVC-053: without a number there is no call.
    await page.getByRole('button', { name: 'Confirm' }).click()
    await snooze.click()
    await page.getByRole('combobox').selectOption('After 4 weeks')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText(/Maintenance Reminder Is Snoozed up to \d\d\/\d\d\/\d{4}/)).toBeVisible()
    await context.setOffline(false)
    const storedReadings = () =>
      db.query<{ value: number; is_doubtful: boolean; date: string | null }>({
        text: `select r.value, r.is_doubtful, s.reminder_date as date from odometer_readings r
          join vehicle_schedules s using (vehicle_id)
          where r.vehicle_id = $1 and r.source = 'driver' order by r.value`,
        values: [vehicle.id],
      })
    await expect.poll(async () => (await storedReadings()).length, { timeout: 30_000 }).toBe(2)
    expect((await storedReadings()).map(({ is_doubtful }) => is_doubtful)).toEqual([true, false])
    await expect.poll(async () => (await storedReadings())[0]?.date, { timeout: 30_000 }).toBe(day(28))
  })
})

test.describe('the services screen', () => {
  test.use(DESK)

  test('SVC-051 to SVC-054, SVC-055, SVC-057: snoozes a vehicle and shows until when', async ({
    page,
    context,
    db,
    world: { vehicle },
  }) => {
    await otherRows(db).interval(vehicle, { name: '5,000 mi', tag: 'Past Due' })
    const calls = requestsTo(context, /vehicle_reminders/)
    await openLoaded(page, '/services')
    const snooze = page.getByRole('button', { name: 'Snooze the reminders of Van 12' }).first()
    // SVC-053: 'Remind Me' snoozes nothing and shows a message.
    await snooze.click()
    await expect(page.getByRole('dialog')).toContainText('Reminders are sent as planned.')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Nothing is snoozed. Reminders are sent as planned.')).toBeVisible()
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
    await snooze.click()
    await page.getByRole('combobox', { name: 'Remind me again' }).selectOption('After 1 week')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText(/Maintenance Reminder Is Snoozed up to/)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const [, month, date] = day(7).split('-')
    await expect(page.getByRole('button', { name: 'Snooze the reminders of Van 12' }).first()).toContainText(
      `${month}/${date}/`,
    )
    expect(calls).toContain(`POST /api/v4/vehicles/${vehicle.id}/vehicle_reminders/snooze_reminder`)
    const dates = `GET /api/v4/vehicles/me/vehicle_reminders/snoozed_date?vehicle_ids=${vehicle.id}`
    await expect.poll(() => calls.lastIndexOf(dates)).toBeGreaterThan(0)
    // A snooze cannot be undone: 'Remind Me' says that it stays.
    const posts = calls.filter((call) => call.startsWith('POST'))
    await snooze.click()
    const stays = new RegExp(`Stays snoozed until ${month}/${date}/`)
    await expect(page.getByRole('dialog')).toContainText(stays)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText(stays)).toBeVisible()
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual(posts)
  })
})
