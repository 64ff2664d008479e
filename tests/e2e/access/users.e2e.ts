// Users of a fleet in the settings, on screens. Permissions are tested in domain/access/user-rules.test.ts, and through
// the API in tests/api/access/users-abilities.test.ts.
import type { Page } from 'playwright/test'
import type { Role } from '#domain/access/permissions.ts'
import { sql } from '#server/db/sql.ts'
import { newestMails } from '#server/integrations/mail/mail-queue.ts'
import { PASSWORD } from '#tests/support/builders.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signIn, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded, PHONE, requestsTo } from '../support/screens.ts'

type World = Pick<Parameters<Parameters<typeof test>[2]>[0], 'context' | 'build' | 'db'>

/** A fleet with a signed-in owner and one more user of each role. */
async function aFleetWithUsers({ context, build }: World, actorRole: Role = 'Owner') {
  const fleet = await build.fleet({ name: 'Northgate Couriers' })
  const actor = await build.user(fleet, { roles: [actorRole], firstName: 'Olga' })
  const driver = await build.user(fleet, { roles: ['Driver'], firstName: 'Dora' })
  const admin = await build.user(fleet, { roles: ['Admin'], firstName: 'Arno' })
  await signInDirectly(context, build, actor)
  return { fleet, actor, driver, admin }
}

/** Returns the link of the newest invitation emailed to an address. */
async function invitationFor(db: World['db'], email: string): Promise<string> {
  const mail = (await newestMails(db, 20)).find(({ recipient }) => recipient === email)
  const link = mail && /http\S+reset_password_token=[\w-]+/.exec(mail.text)?.[0]
  if (!link) throw new Error(`No invitation was mailed to ${email}`)
  const { pathname, search } = new URL(link)
  return origin() + pathname + search
}

const row = (page: Page, firstName: string) =>
  page.getByRole('row').filter({ has: page.getByText(new RegExp(`^${firstName} `)) })

/** Returns the entries in the menu of a user's row. */
async function actsOf(page: Page, firstName: string): Promise<string[]> {
  await row(page, firstName)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  const menu = page.getByRole('menu')
  const acts = await menu.getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  return acts
}

const act = async (page: Page, firstName: string, name: string) => {
  await row(page, firstName)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name }).click()
}

test.describe('on a desktop', () => {
  test.use(DESK)

  test('USR-005, USR-021, USR-022, USR-024, USR-030, USR-044, USR-045, USR-050 to USR-055: a user is added in two steps', async ({
    page,
    context,
    build,
    db,
    browser,
  }) => {
    // From an empty form to the first sign-in of the invited user.
    test.slow()
    const { fleet } = await aFleetWithUsers({ context, build, db })
    await build.vehicle(fleet, { name: 'Van of Nina' })
    await openLoaded(page, '/settings')
    const add = page.getByRole('link', { name: 'Add new user' })
    await add.press('Enter')
    await expect(page.getByLabel('First name')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(add).toBeFocused()
    await add.click()
    await expect(page).toHaveURL(/\/settings\/users\/new/)
    const dialog = page.getByRole('dialog', { name: 'Add new user' })
    await dialog.getByRole('button', { name: 'Next' }).click()
    await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(3)
    await expect(dialog.getByLabel('First name')).toBeFocused()
    await dialog.getByLabel('First name').fill('Nina')
    await dialog.getByLabel('Last name').fill('Novak')
    const email = `nina-${crypto.randomUUID().slice(0, 8)}@example.com`
    await dialog.getByLabel('Email address').fill(email)
    await dialog.getByLabel(/^Cell phone/).fill('(312) 555-0177')
    await dialog.getByRole('button', { name: 'Next' }).click()
    const roles = dialog.getByRole('group', { name: 'Roles' })
    await expect(roles.getByRole('checkbox')).toHaveCount(4)
    // The focus is at the start of the step, and on a missing role.
    await expect(roles.getByRole('checkbox').first()).toBeFocused()
    await dialog.getByLabel('Add a vehicle').focus()
    await dialog.getByRole('button', { name: 'Add user' }).click()
    await expect(roles.getByRole('checkbox').first()).toBeFocused()
    await expect(roles).toContainText('Sets policies and assigns drivers')
    await roles.getByRole('checkbox', { name: /^Driver/ }).check()
    // Going back and forth, or reloading, loses nothing.
    await dialog.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(dialog.getByLabel('First name')).toHaveValue('Nina')
    await page.reload()
    await dialog.getByRole('button', { name: 'Next' }).click()
    await expect(roles.getByRole('checkbox', { name: /^Driver/ })).toBeChecked()
    await dialog.getByRole('combobox', { name: /^Add a vehicle/ }).fill('Nina')
    await page.getByRole('option', { name: 'Van of Nina' }).click()
    await expect(dialog.getByRole('list', { name: 'Vehicles' })).toContainText('Van of Nina')
    const byMail = dialog.getByRole('group', { name: 'By email' })
    await expect(byMail.getByRole('checkbox', { checked: true })).toHaveCount(2)
    await expect(
      dialog.getByRole('group', { name: 'By text message' }).getByRole('checkbox', { checked: true }),
    ).toHaveCount(0)
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && /fleet_users$/.test(request.url()),
    )
    await dialog.getByRole('button', { name: 'Add user' }).click()
    const body = (await sent).postDataJSON()
    expect(body).toMatchObject({ firstName: 'Nina', cellPhone: '3125550177', roles: ['Driver'] })
    expect(body.vehicle_ids).toHaveLength(1)
    expect(Object.keys(body.email_notification_preferences)).toHaveLength(9)
    await expect(page.getByText('User created')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(row(page, 'Nina')).toContainText('Invited')
    await expect(row(page, 'Nina')).toContainText('(312) 555-0177')
    await expect(row(page, 'Nina')).toContainText('Van of Nina')
    // The invitation email signs her in.
    const link = await invitationFor(db, email)
    const guest = await (await browser.newContext()).newPage()
    await guest.goto(link)
    await expect(guest.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
    await guest.getByLabel('New password', { exact: true }).fill(PASSWORD)
    await guest.getByLabel('Confirm the new password').fill(PASSWORD)
    await guest.getByRole('button', { name: 'Set the password' }).click()
    await expect(guest.getByText('Your password is set.', { exact: false })).toBeVisible()
    await guest.getByRole('link', { name: 'Sign in' }).click()
    await signIn(guest, db, { id: 0, email, password: PASSWORD, roles: ['Driver'], fleetId: fleet.id })
    await expect(guest).toHaveURL(/\/dashboard/)
  })

  test('USR-011 to USR-015, USR-032 to USR-038, USR-050: actions follow the shared rule, and ask for confirmation', async ({
    page,
    context,
    build,
    db,
  }) => {
    await aFleetWithUsers({ context, build, db })
    await openLoaded(page, '/settings')
    expect(await actsOf(page, 'Olga')).toEqual(['Edit', 'Audit log'])
    expect(await actsOf(page, 'Arno')).toEqual(['Edit', 'Audit log', 'Delete'])
    expect(await actsOf(page, 'Dora')).toEqual(['Edit', 'Deactivate', 'Audit log', 'Delete'])
    const calls = requestsTo(context, /fleet_users\/\d+/)
    await act(page, 'Dora', 'Deactivate')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
    // Its toast offers undo, and stays while it is hovered.
    await page.getByRole('button', { name: 'Undo' }).hover()
    await expect(row(page, 'Dora')).toContainText('Inactive')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('User activated')).toBeVisible()
    await expect(row(page, 'Dora')).not.toContainText('Inactive')
    await act(page, 'Dora', 'Deactivate')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
    await expect(page.getByText('User deactivated')).toBeVisible()
    await expect(row(page, 'Dora')).toContainText('Inactive')
    expect(await actsOf(page, 'Dora')).toEqual(['Activate', 'Audit log', 'Delete'])
    await act(page, 'Dora', 'Audit log')
    const changes = page.getByRole('dialog', { name: /^Audit log of Dora/ })
    await expect(changes.getByRole('listitem')).toContainText(['User deactivated'])
    await expect(changes).toContainText('Olga')
    await page.keyboard.press('Escape')
    await act(page, 'Arno', 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(page.getByText('User deleted')).toBeVisible()
    await expect(row(page, 'Arno')).toHaveCount(0)
    // The row with the button that opened the dialog is gone, so the focus moves to the screen.
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
    expect(calls.filter((call) => !call.startsWith('GET')).map((call) => call.replace(/\d+/g, 'N'))).toEqual([
      ...Array(3).fill('PUT /api/vN/fleet_users/N/deactivate'),
      'DELETE /api/vN/fleet_users/N',
    ])
  })

  test('USR-037, USR-038: an Admin can neither edit an Owner nor delete an Admin, and a Manager can only read', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet } = await aFleetWithUsers({ context, build, db }, 'Admin')
    await build.user(fleet, { roles: ['Owner'], firstName: 'Otto' })
    await openLoaded(page, '/settings')
    expect(await actsOf(page, 'Otto')).toEqual(['Audit log'])
    expect(await actsOf(page, 'Arno')).toEqual(['Edit', 'Audit log'])
    expect(await actsOf(page, 'Dora')).toContain('Delete')
    await signInDirectly(context, build, await build.user(fleet, { roles: ['Manager'], firstName: 'Mona' }))
    await openLoaded(page, '/settings')
    await expect(row(page, 'Dora')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Add new user' })).toHaveCount(0)
  })

  test('USR-004, USR-006, USR-007, USR-016 to USR-020: one search finds by phone, role and enrolled vehicle, and also filters the file', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet, driver } = await aFleetWithUsers({ context, build, db })
    const enrolled = await build.vehicle(fleet, { name: 'Heron', drivers: [driver] })
    await build.vehicle(fleet, { name: 'Falcon', drivers: [driver] })
    await db.query(sql`update vehicles set fleetcor_enrolled = true where id = ${enrolled.id}`)
    await db.query(sql`update users set cell_phone = '3125550123' where id = ${driver.id}`)
    await openLoaded(page, '/settings')
    const search = page.getByRole('searchbox', { name: 'Search users' })
    const rows = page.getByRole('row').filter({ has: page.getByRole('gridcell') })
    for (const [query, count] of [
      ['555012', 1],
      ['dRiVeR', 1],
      ['heron', 1],
      ['', 3],
    ] as const) {
      await search.fill(query)
      await expect(rows).toHaveCount(count)
    }
    await search.fill('falcon')
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await search.fill('dora')
    await expect(rows).toHaveCount(1)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ])
    expect(file.url()).toContain('/api/v4/fleet_users.csv?download=true&language=EN&search=dora&auth_token=')
  })

  test('USR-010, GLV-016, GLV-021: the glovebox adds four columns of documents, which open read-only', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet, driver } = await aFleetWithUsers({ context, build, db })
    const vehicle = await build.vehicle(fleet, { name: 'Heron', drivers: [driver] })
    await db.query(sql`
      insert into glovebox_items (id, fleet_id, vehicle_id, document_type, expiration_date, content_hash)
      values (gen_random_uuid(), ${fleet.id}, ${vehicle.id}, 'registration', current_date + 400, '\\x00')`)
    await openLoaded(page, '/settings')
    const own = row(page, 'Dora')
    await expect(own).toBeVisible()
    for (const name of ['License', 'Insurance', 'Registration', 'Other'])
      await expect(page.getByRole('columnheader', { name })).toBeVisible()
    await expect(own.getByRole('img', { name: /Insurance/ })).toBeVisible()
    await own.getByRole('button', { name: /Registration/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('region', { name: 'Heron' })).toContainText('Registration')
    await expect(dialog.getByRole('button', { name: /Edit|Delete|Add/ })).toHaveCount(0)
  })

  test('the form shows refused values at their field, and reports what someone else changed meanwhile', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { driver, admin } = await aFleetWithUsers({ context, build, db })
    await openLoaded(page, `/settings/users/${driver.id}`)
    const dialog = page.getByRole('dialog', { name: 'Edit user' })
    await dialog.getByLabel('Email address').fill(admin.email)
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('button', { name: 'Save user' }).click()
    await expect(dialog.getByText('Another user has this email address.')).toBeVisible()
    await expect(dialog.getByLabel('Email address')).toHaveValue(admin.email)
    await expect(dialog.getByText('The user was not saved')).toBeVisible()
    await dialog.getByLabel('Email address').fill(driver.email)
    await expect(dialog.getByText('The user was not saved')).toHaveCount(0)
    await dialog.getByLabel('First name').fill('Doreen')
    await db.query(
      sql`update users set first_name = 'Dorothy', city = 'Gary', rev = rev + 1 where id = ${driver.id}`,
    )
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('button', { name: 'Save user' }).click()
    await expect(dialog.getByText('You both changed: First name.', { exact: false })).toBeVisible()
    await expect(dialog.getByLabel(/^City/)).toHaveValue('Gary')
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('button', { name: 'Save user' }).click()
    await expect(page.getByText('User updated')).toBeVisible()
    await expect(row(page, 'Doreen')).toBeVisible()
  })

  test('USR-023, USR-039: a fuel-card fleet has its own roles, and a Fleet Manager’s are locked', async ({
    page,
    context,
    build,
  }) => {
    const at = origin('fuelpass')
    const fleet = await build.fleet({ brand: 'fuelpass' })
    const owner = await build.user(fleet, { roles: ['Account Owner'] })
    const manager = await build.user(fleet, { roles: ['Fleet Manager'], firstName: 'Fay' })
    await signInDirectly(context, build, owner, at)
    await page.goto(`${at}/settings/users/${manager.id}`)
    const dialog = page.getByRole('dialog', { name: 'Edit user' })
    await expect(dialog.getByLabel('Email address')).toBeDisabled()
    await dialog.getByRole('button', { name: 'Next' }).click()
    const roles = dialog.getByRole('group', { name: 'Roles' }).getByRole('checkbox')
    await expect(roles).toHaveCount(3)
    for (const role of await roles.all()) await expect(role).toBeDisabled()
    await dialog.getByRole('button', { name: 'Save user' }).click()
    await expect(page.getByText('User updated')).toBeVisible()
  })

  test('USR-023: the roles are those of a fuel-card fleet also for a user who acts for it from another brand’s host', async ({
    page,
    context,
    build,
  }) => {
    const { id: affiliationId } = await build.affiliation()
    const fleet = await build.fleet({ brand: 'fuelpass', affiliationId })
    const fmc = await build.user(await build.fleet({ affiliationId }), { roles: ['FMC'], affiliationId })
    await signInDirectly(context, build, { ...fmc, fleetId: fleet.id })
    await page.goto(`${origin()}/settings/users/new`)
    const dialog = page.getByRole('dialog', { name: 'Add new user' })
    await dialog.getByLabel('First name').fill('Fay')
    await dialog.getByLabel('Last name').fill('Ortiz')
    await dialog.getByLabel('Email address').fill(`fay-${fleet.id}@example.com`)
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('checkbox', { name: /^Fleet Manager/ }).check()
    await dialog.getByRole('button', { name: 'Add user' }).click()
    await expect(page.getByText('User created')).toBeVisible()
  })
})

test.describe('in French', () => {
  test.use({ ...DESK, locale: 'fr-CA' })

  test('axe reports nothing in list, form and history', async ({ page, context, build }) => {
    test.slow()
    // fmc-users.e2e.ts covers the English list.
    const fleet = await build.fleet({ country: 'CA' })
    const driver = await build.user(fleet, { roles: ['Driver'], firstName: 'Dora' })
    const at = origin('boreal')
    await signInDirectly(context, build, await build.user(fleet, { language: 'fr' }), at)
    await page.goto(`${at}/settings`)
    await expect(row(page, 'Dora')).toBeVisible({ timeout: 20_000 })
    await expectAccessible(page)
    await page.setViewportSize(DESK.viewport)
    await page.goto(`${at}/settings/users/${driver.id}`)
    const dialog = page.getByRole('dialog', { name: 'Modifier l’utilisateur' })
    await expect(dialog.getByLabel('Prénom')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Suivant' }).click()
    await expectAccessible(page)
    await page.goto(`${at}/settings`)
    await page.getByRole('button', { name: 'Journal des modifications' }).click()
    await expect(page.getByRole('dialog')).toContainText('Aucun changement pour l’instant')
    await expectAccessible(page)
  })
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('cards show contact data and documents in a chosen order; offline they stay, with their age, and nothing can be changed', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet, driver } = await aFleetWithUsers({ context, build, db })
    const vehicle = await build.vehicle(fleet, { name: 'Heron', drivers: [driver] })
    await db.query(sql`
      insert into glovebox_items (id, fleet_id, vehicle_id, document_type, expiration_date, content_hash)
      values (gen_random_uuid(), ${fleet.id}, ${vehicle.id}, 'registration', current_date + 400, '\\x00')`)
    await openLoaded(page, '/settings')
    const list = page.getByRole('list', { name: 'Users', exact: true })
    await expect(list.getByRole('listitem')).toHaveText([/^Arno/, /^Dora/, /^Olga/])
    await page.getByRole('button', { name: 'Sorted by: Name, A to Z' }).click()
    await page.getByRole('menuitem', { name: 'Name, Z to A' }).click()
    await expect(list.getByRole('listitem')).toHaveText([/^Olga/, /^Dora/, /^Arno/])
    // The documents of her vehicle, as in the grid (USR-010).
    const documents = list.getByRole('listitem').nth(1)
    await expect(documents.getByRole('img')).toHaveCount(3)
    await documents.getByRole('button', { name: /Registration/ }).click()
    await expect(page.getByRole('dialog').getByRole('region', { name: 'Heron' })).toContainText(
      'Registration',
    )
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Sorted by: Name, Z to A' }).click()
    await page.getByRole('menuitem', { name: 'Name, A to Z' }).click()
    await expect(list.getByRole('link', { name: driver.email })).toHaveAttribute(
      'href',
      `mailto:${driver.email}`,
    )
    await goOffline(page, context)
    await expect(page.getByText(/^No connection to the server: users as of/)).toBeVisible()
    await expect(list.getByRole('listitem')).toHaveCount(3)
    await list.getByRole('button', { name: /^Actions for Dora/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('You need a connection to change users.')
    await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  })
})
