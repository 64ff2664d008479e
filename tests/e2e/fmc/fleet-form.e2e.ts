import { sql } from '#server/db/sql.ts'
import { newestMails } from '#server/integrations/mail/mail-queue.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, requestsTo } from '../support/screens.ts'

test.use(DESK)

test('an FMC user creates a fleet with its owner, edits it and its links, and deletes it by typing its name', async ({
  page,
  context,
  build,
  db,
}) => {
  test.slow()
  const { id: affiliationId } = await build.affiliation({ name: `Group ${crypto.randomUUID()}` })
  const home = await build.fleet({ affiliationId, name: 'Motor pool' })
  await build.fleet({ affiliationId, name: 'Lakeshore Rental' })
  const user = await build.user(home, { roles: ['FMC'], affiliationId })
  await signInDirectly(context, build, user)
  const calls = requestsTo(context, /api\/v[46]\/(fleets|fleet_payment_types)/)
  // FMC-023
  await page.goto(`${origin()}/fleets/new`)
  const form = page.getByRole('form', { name: 'New fleet' })
  await form.getByRole('button', { name: 'Create fleet' }).click()
  await expect(form.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.setViewportSize(DESK.viewport)
  const email = `owner-${crypto.randomUUID().slice(0, 8)}@lakeside.example`
  // FMC-027
  await form.getByLabel('Name', { exact: true }).fill('Lakeside Rental')
  await form.getByLabel(/^Region/).fill('East')
  await form.getByLabel(/^Payment type/).selectOption({ label: 'Credit card' })
  await form.getByLabel(/^Zip code/).fill('99')
  await form.getByLabel('First name').fill('Ada')
  await form.getByLabel('Last name').fill('Day')
  await form.getByLabel('Email address').fill(email)
  // Another tab opens a fleet, so this one restarts and keeps the typed text (FMC-066).
  const other = await context.newPage()
  await other.goto(`${origin()}/fmc_dashboard`)
  await other.getByRole('button', { name: 'Open fleet Lakeshore Rental' }).click()
  await expect(page.getByText('Your draft')).toBeVisible()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Lakeside Rental')
  await other.close()
  await form.getByRole('button', { name: 'Create fleet' }).click()
  await expect(form.getByLabel(/^Zip code/)).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel(/^Zip code/).fill('60601')
  await form.getByLabel(/^State/).selectOption({ label: 'Illinois' })
  await expect(form.getByLabel(/^Time zone/)).toHaveValue('America/Chicago')
  await form.getByLabel(/^Time zone/).selectOption('America/Denver')
  await form.getByRole('button', { name: 'Create fleet' }).click()
  // FMC-030
  await expect(page.getByText('Fleet created')).toBeVisible()
  await expect(page).toHaveURL(`${origin()}/fmc_dashboard`)
  await expect(page.getByRole('grid', { name: 'Fleets' })).toContainText('Lakeside Rental')
  const zones = await db.query({
    text: `select time_zone from fleets where affiliation_id = $1 and name = 'Lakeside Rental'`,
    values: [affiliationId],
  })
  expect(zones).toEqual([{ time_zone: 'America/Denver' }])
  const mails = await newestMails(db, 20)
  expect(mails.some(({ recipient }) => recipient === email)).toBe(true)

  // FMC-024, FMC-026, FMC-031
  await page.getByRole('link', { name: 'Edit fleet Lakeside Rental' }).click()
  const edit = page.getByRole('form', { name: 'Edit fleet' })
  await expect(edit.getByLabel(/^Region/)).toHaveValue('East')
  await expect(edit.getByRole('button', { name: 'Save fleet' })).toHaveAttribute('aria-disabled', 'true')
  await edit.getByLabel(/^Region/).fill('West')
  // Text typed while the save runs stays, and can be saved too.
  const release = Promise.withResolvers<void>()
  await page.route(/fleets\/\d+$/, async (route) => {
    if (route.request().method() === 'PUT') await release.promise
    await route.continue()
  })
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await edit.getByRole('button', { name: 'Save fleet' }).click()
  await sent
  await edit.getByLabel(/^Region/).fill('West Coast')
  release.resolve()
  await expect(page.getByText('Saved. Save again to include your latest changes.')).toBeVisible()
  await expect(edit.getByLabel(/^Region/)).toHaveValue('West Coast')
  await edit.getByRole('button', { name: 'Save fleet' }).click()
  await expect(page.getByText('Fleet updated')).toBeVisible()

  // FMC-035, FMC-036
  const links = page.getByRole('region', { name: 'Quick links' })
  await links.getByRole('button', { name: 'Add link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add link' })
  await dialog.getByLabel('Name').fill('Handbook')
  await dialog.getByLabel('Web address').fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: 'Save link' }).click()
  await expect(dialog.getByLabel('Web address')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Web address').fill('https://lakeside.example/handbook')
  await dialog.getByRole('button', { name: 'Save link' }).click()
  await expect(links.getByRole('listitem')).toContainText('Handbook')
  await links.getByRole('button', { name: 'Edit the link Handbook' }).click()
  const change = page.getByRole('dialog', { name: 'Edit link' })
  await change.getByLabel('Name').fill('Manual')
  await change.getByRole('button', { name: 'Save link' }).click()
  await expect(links.getByRole('listitem')).toContainText('Manual')
  await expectAccessible(page)
  await page.setViewportSize(DESK.viewport)
  await links.getByRole('button', { name: 'Remove the link Manual' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove link' }).click()
  await expect(links.getByRole('listitem')).toHaveCount(0)

  // FMC-029
  await page.getByRole('button', { name: 'Delete fleet' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 user')
  const confirm = question.getByRole('button', { name: 'Delete fleet' })
  await expect(confirm).toBeDisabled()
  await question.getByRole('textbox').fill('Lakeside')
  await expect(confirm).toBeDisabled()
  await question.getByRole('textbox').fill('Lakeside Rental')
  await confirm.click()
  await expect(page.getByText('Fleet deleted')).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Fleets' })).not.toContainText('Lakeside Rental')
  // FMC-025, FMC-028
  for (const call of ['GET /api/v4/fleet_payment_types', 'POST /api/v4/fleets']) expect(calls).toContain(call)
  for (const method of ['PUT', 'DELETE'])
    expect(calls.some((call) => RegExp(`^${method} /api/v4/fleets/\\d+$`).test(call))).toBe(true)
})

test('reports what prevents the deletion of a fleet with an open order', async ({
  page,
  context,
  build,
  db,
}) => {
  const { id: affiliationId } = await build.affiliation({ name: `Group ${crypto.randomUUID()}` })
  const home = await build.fleet({ affiliationId, name: 'Motor pool' })
  const other = await build.fleet({ affiliationId, name: 'Juniper Couriers' })
  const order = await anOpenOrder(db, await build.vehicle(other, { name: 'Van 7' }))
  const admin = await build.user(home, { roles: ['FMC Fleet Admin'], affiliationId })
  await signInDirectly(context, build, admin)
  await page.goto(`${origin()}/fleets/${other.id}`)
  await page.getByRole('button', { name: 'Delete fleet' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 open order')
  await expect(question).toContainText(`Order ${order.id}, Van 7`)
  await expect(question.getByRole('button', { name: 'Delete fleet' })).toBeDisabled()
  await question.getByRole('button', { name: 'Cancel' }).click()
})

test('a user who may not edit fleets sees the data of one, and cannot add any', async ({
  page,
  context,
  build,
}) => {
  const { id: affiliationId } = await build.affiliation({ name: `Group ${crypto.randomUUID()}` })
  const home = await build.fleet({ affiliationId, name: 'Motor pool' })
  await signInDirectly(
    context,
    build,
    await build.user(home, { roles: ['FMC Fleet Manager'], affiliationId }),
  )
  await page.goto(`${origin()}/fleets/${home.id}`)
  await expect(page.getByRole('region', { name: 'About the fleet' })).toContainText('Motor pool')
  await expect(page.getByRole('form')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete fleet' })).toHaveCount(0)
  await page.goto(`${origin()}/fleets/new`)
  await expect(page.getByText('Your role can’t add fleets')).toBeVisible()
  await page.goto(`${origin()}/fmc_users/new`)
  await expect(page.getByText('Your role does not give access to this page')).toBeVisible()
})

test('a quick link that someone else changed is compared, then saved (FMC-065)', async ({
  page,
  context,
  build,
  db,
}) => {
  const { id: affiliationId } = await build.affiliation({ name: `Group ${crypto.randomUUID()}` })
  const home = await build.fleet({ affiliationId, name: 'Motor pool' })
  const user = await build.user(home, { roles: ['FMC'], affiliationId })
  const fleet = await build.fleet({ affiliationId, name: 'Lakeside' })
  await build.link(fleet, { name: 'Handbook', link: 'https://lakeside.example/handbook' })
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}/fleets/${fleet.id}`)
  const links = page.getByRole('region', { name: 'Quick links' })
  await links.getByRole('button', { name: 'Edit the link Handbook' }).click()
  await db.query(
    sql`update fleet_links set name = 'Tolls', description = 'Cards' where fleet_id = ${fleet.id}`,
  )
  const dialog = page.getByRole('dialog', { name: 'Edit link' })
  await dialog.getByLabel('Name').fill('Manual')
  await dialog.getByRole('button', { name: 'Save link' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Someone else changed this')
  await expect(dialog).toContainText('Currently saved: Tolls · Cards · https://lakeside.example/handbook')
  await expect(dialog.getByLabel('Name')).toHaveValue('Manual')
  await dialog.getByRole('button', { name: 'Save link' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(links.getByRole('listitem')).toContainText('Manual')
})
