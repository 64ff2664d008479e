import { sql } from '#server/db/sql.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, goOffline, PHONE } from '../support/screens.ts'

test('the open report can be subscribed to, ended with undo, and not changed offline', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet({ timeZone: 'UTC' })
  const user = await build.user(fleet)
  const [stored] = await db.query<{ email: string }>(sql`select email from users where id = ${user.id}`)
  await page.setViewportSize(DESK.viewport)
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}/reports?by=department`)
  await page.getByRole('button', { name: 'Send by email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reports by email' })
  await expect(dialog.getByText(`Get “Cost by department” by email at ${stored?.email}.`)).toBeVisible()
  await expect(dialog.getByText('You do not get any reports of this fleet by email yet.')).toBeVisible()
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  const items = dialog.getByRole('listitem')
  await expect(items).toHaveText([/^Cost by departmentWeekly, next on Mon \d\d\/\d\d\/\d{4}$/])
  await expect(dialog.getByRole('button', { name: 'Subscribe' })).toHaveAttribute('aria-disabled', 'true')

  // With the keyboard: monthly too.
  await dialog.getByLabel('How often').selectOption('Monthly')
  await expect(dialog.getByText('On the morning of the first day of each month')).toBeVisible()
  await dialog.getByRole('button', { name: 'Subscribe' }).press('Enter')
  await expect(items).toHaveCount(2)
  await expect(items.nth(1)).toHaveText(/^Cost by departmentMonthly, next on \w{3} \d\d\/01\/\d{4}$/)
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Stop weekly emails of “Cost by department”' }).click()
  await expect(items).toHaveCount(1)
  await expect(dialog.getByRole('status')).toContainText('Unsubscribed')
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(items).toHaveCount(2)

  await goOffline(page, context)
  await expect(
    dialog.getByText('You are offline. Connect to change or send reports by email.').first(),
  ).toBeVisible()
  for (const name of ['Subscribe', 'Send now', 'Stop monthly emails of “Cost by department”'])
    await expect(dialog.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  await expect(items).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Send by email' })).toBeFocused()
})

test('the open report can be emailed at once, and a rejection says why', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet({ timeZone: 'UTC' })
  const user = await build.user(fleet)
  const [stored] = await db.query<{ email: string }>(sql`select email from users where id = ${user.id}`)
  await page.setViewportSize(DESK.viewport)
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}/reports?by=department&period=lastQuarter`)
  await expect(
    page.getByText(/^Last quarter: \d\d\/01\/\d{4} – \d\d\/3[01]\/\d{4}$/),
    'the days of the period',
  ).toBeVisible()
  await page.getByRole('button', { name: 'Send by email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reports by email' })
  await dialog.getByLabel('How often').selectOption('Monthly')
  await dialog.getByRole('button', { name: 'Send now' }).press('Enter')
  const note = dialog.getByRole('status')
  await expect(note).toContainText('Email on its way')
  const days = /“Cost by department”, (\S+ – \S+), to (\S+)$/.exec((await note.textContent()) ?? '')
  expect(days?.[2]).toBe(stored?.email)
  await expect(dialog.getByText(`“Send now” emails ${days?.[1]}.`)).toBeVisible()
  await expect(dialog.getByText('You do not get any reports of this fleet by email yet.')).toBeVisible()
  const mails = () => db.query(sql`select 1 from mails where recipient = ${stored?.email}`)
  expect(await mails()).toHaveLength(1)
  await expectAccessible(page)

  await db.query(sql`update attempts set count = 1000 where bucket = ${`report:${fleet.id}:${user.id}`}`)
  await dialog.getByRole('button', { name: 'Send now' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Too many attempts. Try again in')
  await expect(note, 'the earlier success does not contradict the rejection').toHaveCount(0)
  expect(await mails()).toHaveLength(1)
})

test('the link of an email offers staff to switch to its fleet', async ({ page, context, build }) => {
  const affiliation = await build.affiliation()
  const [home, other] = [
    await build.fleet({ affiliationId: affiliation.id }),
    await build.fleet({ affiliationId: affiliation.id, name: 'Other Fleet' } as never),
  ]
  const staff = await build.user(home, { roles: ['FMC'], affiliationId: affiliation.id } as never)
  await page.setViewportSize(DESK.viewport)
  await signInDirectly(context, build, staff)
  await page.goto(`${origin()}/reports?report=costs&by=shop&from=2026-05-04&to=2026-05-10&fleet=${other.id}`)
  await expect(page.getByText('The link in the email is for a different fleet')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByRole('button', { name: /^Open / }).click()
  await expect(page).toHaveURL(/\/reports\?by=shop&from=2026-05-04&to=2026-05-10$/)
  await expect(page.getByText('No cost in this period')).toBeVisible()
})

test('the link of an email offers a user of fuel-card accounts to switch to its fleet', async ({
  page,
  context,
  build,
}) => {
  const account = await build.account({ name: 'Redrock Group' })
  const ofAccount = (name: string) => build.fleet({ name, brand: 'fuelpass', accountId: account.id })
  const [home, sister] = [await ofAccount('Redrock Mechanical'), await ofAccount('Redrock Plumbing')]
  await page.setViewportSize(DESK.viewport)
  await signInDirectly(context, build, await build.user(home, { accounts: [account] }), origin('fuelpass'))
  await page.goto(
    `${origin('fuelpass')}/reports?report=costs&by=shop&from=2026-05-04&to=2026-05-10&fleet=${sister.id}`,
  )
  await page.getByRole('button', { name: 'Open Redrock Plumbing' }).click()
  await expect(page.getByRole('banner')).toContainText('Redrock Plumbing')
  await expect(page).toHaveURL(/\/reports\?by=shop&from=2026-05-04&to=2026-05-10$/)
})

test('the link of a reminder offers staff to switch to its fleet', async ({ page, context, build }) => {
  const { id: affiliationId } = await build.affiliation()
  const home = await build.fleet({ affiliationId })
  const other = await build.fleet({ affiliationId, name: 'Other Fleet' })
  const vehicle = await build.vehicle(other, { name: 'Van of others' })
  const staff = await build.user(home, { roles: ['FMC'], affiliationId })
  await page.setViewportSize(DESK.viewport)
  await signInDirectly(context, build, staff)
  const open = page.getByRole('button', { name: 'Switch to Other Fleet' })
  await page.goto(`${origin()}/upcoming_maintenances?fleet=${home.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(open).toHaveCount(0)
  for (const path of ['/dashboard', '/upcoming_maintenances', `/vehicles/${vehicle.id}/edit`]) {
    await page.goto(`${origin()}${path}?fleet=${other.id}`)
    await expect(open).toBeVisible()
  }
  for (const path of ['/settings?tab=payments', '/fleet_transactions?page=1']) {
    await page.goto(`${origin()}${path}&fleet=${other.id}`)
    await expect(open).toBeVisible()
  }
  // The upload of the other fleet is shown only after the switch.
  await page.goto(`${origin()}/vehicles?upload=${crypto.randomUUID()}&fleet=${other.id}`)
  await expect(open).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`${origin()}/vehicles/${vehicle.id}?fleet=${other.id}`)
  await open.click()
  await expect(page).toHaveURL(new RegExp(`/vehicles/${vehicle.id}$`))
  await expect(page.getByRole('heading', { name: 'Van of others' })).toBeVisible()
  await expect(open).toHaveCount(0)
})

test('default views leave the link of an email until its fleet is open (BRD-082)', async ({
  page,
  context,
  build,
  db,
}) => {
  const { id: affiliationId } = await build.affiliation()
  const home = await build.fleet({ affiliationId })
  const other = await build.fleet({ affiliationId, name: 'Other Fleet' })
  const staff = await build.user(home, { roles: ['FMC'], affiliationId })
  for (const fleet of [home, other])
    for (const list of ['vehicles', 'due', 'transactions'])
      await db.query(sql`
        insert into saved_views (id, fleet_id, user_id, list, name, state, is_default)
        values (${crypto.randomUUID()}, ${fleet.id}, ${staff.id}, ${list}, 'Wide', '{"density":"standard"}'::jsonb, true)`)
  const [upload] = await db.query<{ id: string }>(sql`
    insert into bulk_upsertions (fleet_id, user_id, status, byte_size, sha256, read_on, problem, finished_at)
    values (${other.id}, ${staff.id}, 'errored', 1, '', current_date, 'no_vin_column', now()) returning id`)
  await page.setViewportSize(DESK.viewport)
  await signInDirectly(context, build, staff)
  const open = page.getByRole('button', { name: 'Switch to Other Fleet' })
  const views = page.getByRole('button', { name: 'Views', exact: true })
  const defaultView = page.getByRole('button', { name: 'Views: Wide' })
  const ofUpload = `/vehicles?upload=${upload?.id}`

  await page.goto(`${origin()}/upcoming_maintenances?fleet=${home.id}`)
  await expect(defaultView, 'a link of the fleet that is open').toBeVisible()
  for (const link of ['/upcoming_maintenances?', '/fleet_transactions?', `${ofUpload}&`]) {
    await page.goto(`${origin()}${link}fleet=${other.id}`)
    await views.click()
    await expect(page.getByRole('menuitem', { name: /Default view/ }), 'the views are known').toBeVisible()
    await page.keyboard.press('Escape')
    await expect(open).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`fleet=${other.id}$`))
  }
  await test.step('a search and a view that the user opens leave the upload with its fleet', async () => {
    await page.getByRole('searchbox', { name: /Search/ }).fill('Van')
    await expect(page).toHaveURL(/q=Van/)
    await views.click()
    await page.getByRole('menuitem', { name: /Default view/ }).click()
    await expect(defaultView).toBeVisible()
    await expect(open).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await page.goto(`${origin()}${ofUpload}&fleet=${other.id}`)
  await open.click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Upload failed')
  await expect(page).toHaveURL(/view=/)
  const { searchParams } = new URL(page.url())
  expect([searchParams.get('upload'), searchParams.get('fleet')]).toEqual([upload?.id, null])
})

test.describe('in French', () => {
  test.use({ locale: 'fr-CA' })

  test('the dialog fits a phone, in French', async ({ page, context, build }) => {
    const fleet = await build.fleet()
    const user = await build.user(fleet, { language: 'fr' })
    await page.setViewportSize(PHONE.viewport)
    await signInDirectly(context, build, user)
    await page.goto(`${origin()}/reports?report=downtime&by=shop`)
    await page.getByRole('button', { name: 'Envoyer par courriel' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rapports par courriel' })
    await dialog.getByRole('button', { name: 'S’abonner' }).click()
    await expect(dialog.getByRole('listitem')).toHaveText([
      /^Immobilisation par atelierChaque semaine, prochain envoi le lun\. /,
    ])
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})
