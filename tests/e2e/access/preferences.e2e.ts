import { sql } from '#server/db/sql.ts'
import { axeFindings, expectAccessible } from '../support/axe.ts'
import { expect, origin, otpFor, signIn, signInDirectly, test } from '../support/fixtures.ts'
import { goOffline, openLoaded } from '../support/screens.ts'
import { untilWorkerControls } from '../support/worker.ts'

const open = async (page: import('playwright/test').Page, at = origin()) => {
  await page.goto(`${at}/user_preferences`)
  await expect(page.getByRole('button', { name: /^(Save|Enregistrer)$/ })).toBeVisible({ timeout: 20_000 })
}

test('the form shows profile, password and both sets of notifications, with their defaults', async ({
  signedInPage: page,
}) => {
  await open(page) // USR-057
  // USR-058
  for (const label of [
    'First name',
    'Last name',
    'Email address',
    'Cell phone',
    'Zip code',
    'Number of vehicles',
  ])
    await expect(page.getByLabel(label, { exact: true })).toBeVisible()
  await expect(page.getByLabel(/^New password/)).toBeVisible()
  const mail = page.getByRole('group', { name: 'By email' })
  const text = page.getByRole('group', { name: 'By text message' })
  await expect(mail.getByRole('checkbox')).toHaveCount(8) // USR-051, USR-053, USR-055
  await expect(text.getByRole('checkbox')).toHaveCount(5) // USR-054, USR-055
  await expect(mail.getByRole('checkbox', { checked: true })).toHaveCount(2) // USR-052
  await expect(text.getByRole('checkbox', { checked: true })).toHaveCount(0) // USR-054
  await expect(mail.getByLabel('Approval required')).toBeChecked() // USR-052
  await expect(mail.getByLabel('Approval submitted')).toBeChecked() // USR-052
  await expect(mail.getByLabel('Payment received')).toHaveCount(0) // USR-053
  // USR-056
  for (const choice of ['1 hour', '24 hours']) await expect(mail.getByLabel(choice)).toBeVisible()
  await expectAccessible(page)
})

test('saving sends everything, confirms it, and returns to the dashboard', async ({
  signedInPage: page,
  owner,
  db,
}) => {
  await open(page)
  await page.getByLabel('First name').fill('Beatrice')
  // An administrator corrects a field that is not touched here.
  await db.query(sql`update users set last_name = 'Corrected' where id = ${owner.id}`)
  await page.getByLabel('Cell phone').fill('(312) 555-0111')
  await page.getByLabel('Zip code').fill('60601')
  await page.getByLabel('Number of vehicles').fill('4')
  await page.getByRole('group', { name: 'By text message' }).getByLabel('24 hours').check()
  await page.getByRole('region', { name: 'Maintenance reminders' }).getByLabel('By email').check()
  const call = page.waitForRequest(
    (request) => request.method() === 'PUT' && /fleet_users\/\d+$/.test(request.url()),
  )
  const reminders = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().endsWith('/maintenance_preferences'),
  )
  // USR-053
  await expect(page.getByRole('group', { name: 'By email' }).getByLabel('Payment received')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const sent = (await call).postDataJSON()
  expect((await call).url()).toBe(`${origin()}/api/v4/fleet_users/${owner.id}`) // USR-068
  // USR-075
  expect(sent.email_notification_preferences).toEqual({})
  expect(sent.text_notification_preferences).toEqual({ twenty_four_hour_reminder: true })
  expect(sent).toMatchObject({
    firstName: 'Beatrice',
    lastName: 'Corrected',
    cellPhone: '3125550111',
    zip: '60601',
    vehiclesTotal: 4,
  })
  expect(sent).not.toHaveProperty('newPassword')
  // SET-016, SET-018
  expect((await reminders).url()).toContain(`/customers/${owner.id}/maintenance_preferences`)
  // SET-015
  expect((await reminders).postDataJSON()).toEqual({
    preferences: { text_notification: false, email_notification: true, push_notification: false },
  })
  await expect(page.getByText('Preference updated')).toBeVisible() // USR-064
  await expect(page).toHaveURL(`${origin()}/dashboard`) // USR-063
  await expect(page.getByRole('button', { name: /Account menu.*Beatrice/ })).toBeVisible()
  await open(page)
  await expect(page.getByLabel('Zip code')).toHaveValue('60601')
  await expect(page.getByRole('group', { name: 'By text message' }).getByLabel('24 hours')).toBeChecked()

  // A user who left before the response stays where they are.
  const release = Promise.withResolvers<void>()
  await page.route('**/fleet_users/*', async (route) => {
    if (route.request().method() === 'PUT') await release.promise
    await route.continue()
  })
  await page.getByLabel('Zip code').fill('60602')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('link', { name: 'Vehicles', exact: true }).last().click()
  await expect(page).toHaveURL(`${origin()}/vehicles`)
  release.resolve()
  await expect(page.getByText('Preference updated')).toBeVisible()
  await page.waitForTimeout(500)
  await expect(page).toHaveURL(`${origin()}/vehicles`)
})

test('a form that was opened before the user unsubscribed by a link does not subscribe them again', async ({
  signedInPage: page,
  owner,
  db,
}) => {
  // USR-075
  await db.query(
    sql`update users set reminds_by_email = true, cell_phone = '3125550111', zip = '60601' where id = ${owner.id}`,
  )
  await open(page)
  const reminders = page.getByRole('region', { name: 'Maintenance reminders' })
  await expect(reminders.getByLabel('By email')).toBeChecked()
  await db.query(sql`update users set reminds_by_email = false where id = ${owner.id}`)
  await reminders.getByLabel('By text message').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(`${origin()}/dashboard`)
  const chosen = await db.query(
    sql`select reminds_by_email, reminds_by_text, email_notifications from users where id = ${owner.id}`,
  )
  expect(chosen).toEqual([{ reminds_by_email: false, reminds_by_text: true, email_notifications: {} }])
})

test('missing or invalid values are reported at their field, and nothing is sent', async ({
  signedInPage: page,
}) => {
  await open(page)
  let calls = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT') calls += 1
  })
  const wrong = [
    ['First name', '', 'Please fill in First name'], // USR-059, ACC-117, ACC-119
    ['Last name', '', 'Please fill in Last name'], // USR-059
    ['Email address', 'abc', 'Enter an email address'], // USR-062, ACC-118
    ['Cell phone', '312555', 'Enter the 10 digits'], // USR-061, ACC-118
    ['Zip code', '1234', 'Enter a valid zip code'], // USR-061, ACC-118
    ['Number of vehicles', '', 'Please fill in Number of vehicles'], // USR-059
  ] as const
  for (const [label, value] of wrong) await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  for (const [label, , text] of wrong)
    await expect(page.getByLabel(label, { exact: true }), label).toHaveAccessibleDescription(new RegExp(text))
  await expect(page.getByLabel('First name', { exact: true })).toBeFocused()
  await page.getByLabel(/^New password/).fill('seven lemons')
  await page.getByLabel('Confirm the new password').fill('seven limes')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // USR-060
  await expect(page.getByRole('alert')).toContainText('New password and confirmation do not match')
  expect(calls).toBe(0)
})

test('a new password requires the current one, and a rejection keeps the typed text', async ({
  signedInPage: page,
  build,
  owner,
}) => {
  // USR-060, ERR-007, ruling 4
  const elsewhere = await build.session(owner)
  await open(page)
  await page.getByLabel('Cell phone').fill('3125550111')
  await page.getByLabel('Zip code').fill('60601')
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await page.getByLabel(/^New password/).fill('seven lemons on a truck')
  await page.getByLabel('Confirm the new password').fill('seven lemons on a truck')
  await page.getByLabel('Current password').fill('a wrong one')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    'This is not your current password.',
  )
  await expect(page.getByLabel('Current password')).toBeFocused()
  await expect(page.getByLabel('Zip code')).toHaveValue('60601')
  await page.getByLabel('Current password').fill(owner.password)
  await page.getByRole('region', { name: 'Maintenance reminders' }).getByLabel('By email').check()

  // The server changes the password, but its response is lost.
  await page.route(`**/fleet_users/${owner.id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('No connection to the server')
  await page.unroute(`**/fleet_users/${owner.id}`)

  // The repeated change is recognized; saving the reminders fails.
  await page.route('**/maintenance_preferences', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel(/^New password/)).toHaveValue('')
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await expect(page.getByRole('alert')).toContainText('No connection to the server')
  await page.unroute('**/maintenance_preferences')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(`${origin()}/dashboard`)
  const me = await fetch(`${origin()}/api/v4/customers/me`, {
    headers: { authorization: `Bearer ${elsewhere}` },
  })
  expect(me.status).toBe(401)
})

test('changing the email address keeps the user signed in, also at the next start offline', async ({
  signedInPage: page,
  context,
  owner,
}) => {
  // ACC-070: the plain cookie follows the address
  await open(page)
  const email = `moved-${owner.id}@example.com`
  await page.getByLabel('Email address', { exact: true }).fill(email)
  await page.getByLabel('Current password').fill(owner.password)
  await page.getByLabel('Cell phone').fill('3125550111')
  await page.getByLabel('Zip code').fill('60601')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(`${origin()}/dashboard`)
  expect((await context.cookies()).find(({ name }) => name === 'current_user_email')?.value).toBe(
    encodeURIComponent(email),
  )
  await untilWorkerControls(page)
  await expect(page.getByText(/Data as of/)).toBeVisible({ timeout: 20_000 })
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await context.setOffline(false)
})

test('a session that ends during typing is renewed in place, and no typed text is lost', async ({
  signedInPage: page,
  db,
  owner,
}) => {
  // OFF-041
  await open(page)
  await page.getByLabel('First name').fill('Clementine')
  await page.getByLabel('Cell phone').fill('3125550111')
  await page.getByLabel('Zip code').fill('60601')
  await db.query(sql`delete from sessions where user_id = ${owner.id}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again).toBeVisible()
  await again.getByLabel('Password', { exact: true }).fill(owner.password)
  await again.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByLabel('One-time password').fill(await otpFor(db, owner.email))
  await page.getByRole('button', { name: 'Validate' }).click()
  await expect(again).toBeHidden()
  await expect(page.getByLabel('First name')).toHaveValue('Clementine')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(`${origin()}/dashboard`)
  const [row] = await db.query<{ first_name: string }>(
    sql`select first_name from users where id = ${owner.id}`,
  )
  expect(row?.first_name).toBe('Clementine')
})

test('users of a management company see the shared fields; fuel-card drivers only their notifications', async ({
  page,
  context,
  build,
  owner,
}) => {
  // USR-065, USR-066, USR-067
  const fmc = await build.user({ id: owner.fleetId }, { roles: ['FMC'] })
  await signInDirectly(context, build, fmc)
  await open(page)
  await expect(page.getByLabel('First name')).toBeVisible()
  await expect(page.getByLabel('Zip code')).toHaveCount(0)
  await expect(page.getByLabel('Number of vehicles')).toHaveCount(0)

  const driver = await build.user(await build.fleet({ brand: 'fuelpass' }), { roles: ['Driver'] })
  await signInDirectly(context, build, driver, origin('fuelpass'))
  await open(page, origin('fuelpass'))
  await expect(page.getByRole('group', { name: 'By email' })).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveCount(0)
  await expect(page.getByLabel(/^New password/)).toHaveCount(0)
  await page.getByRole('group', { name: 'By email' }).getByLabel('1 hour').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Preference updated')).toBeVisible()
})

test('a Canadian fleet has a postal code, also in French', async ({ page, context, build }) => {
  // USR-061
  const user = await build.user(await build.fleet({ country: 'CA' }), { language: 'fr' })
  await signInDirectly(context, build, user, origin('boreal'))
  await page.goto(`${origin('boreal')}/dashboard`)
  await page.evaluate(() => localStorage.setItem('language', 'fr'))
  await open(page, origin('boreal'))
  expect(await axeFindings(page)).toEqual([])
  await page.getByLabel('Code postal').fill('h2x1y4')
  await page.getByLabel('Cellulaire').fill('5145550111')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Préférences mises à jour')).toBeVisible()
  await open(page, origin('boreal'))
  await expect(page.getByLabel('Code postal')).toHaveValue('H2X 1Y4')
})

test('users see their sessions and end one of them, or all others', async ({
  page,
  browser,
  db,
  build,
  owner,
}) => {
  // ruling 4, ruling 5
  await page.goto(`${origin()}/sign_in`)
  await signIn(page, db, owner)
  const phone = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
  })
  const elsewhere = await phone.newPage()
  await elsewhere.goto(`${origin()}/sign_in`)
  await signIn(elsewhere, db, owner)
  for (let each = 0; each < 2; each++) await build.session(owner)

  await open(page)
  const section = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(section.getByRole('listitem')).toHaveCount(4)
  await expect(section.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1)
  await section.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await expect(page.getByText('The device was signed out')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(3)

  // The other device asks for the password in place, and then for the OTP, because it is no longer remembered.
  await elsewhere.reload()
  await expect(elsewhere.getByRole('dialog', { name: 'Sign in again' })).toBeVisible({ timeout: 20_000 })
  await elsewhere.getByLabel('Password', { exact: true }).fill(owner.password)
  await elsewhere.getByLabel('Password', { exact: true }).press('Enter')
  await expect(elsewhere.getByRole('heading', { name: 'Verification' })).toBeVisible()
  await phone.close()

  await section.getByRole('button', { name: 'Sign out all other devices' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out all other devices?' })
  await question.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(page.getByText('2 devices were signed out')).toBeVisible()
  await expect(section.getByText('You are signed in on this device only.')).toBeVisible()
  const signIns = page.getByRole('region', { name: 'Recent sign-ins' }).getByRole('listitem')
  await expect(signIns).toHaveCount(2)
  await expect(signIns.first()).toContainText('With one-time password · Safari on iPhone')
  expect(await db.query(sql`select 1 from sessions where user_id = ${owner.id}`)).toHaveLength(1)
})

test('opened offline, it shows a message instead of an endless loading sign, and loads when the connection returns', async ({
  page,
  context,
  build,
  owner,
}) => {
  // USR-057, ERR-005, ERR-006
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/dashboard')
  await goOffline(page, context)
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Preferences' }).click()
  await expect(page.getByRole('heading', { name: 'Preferences', level: 1 })).toBeVisible()
  await expect(page.getByText('No connection to the server.')).toBeVisible()
  await expect(page.getByText('You need a connection to see this list.')).toBeVisible()
  await expect(page.getByText('Recent sign-ins need a connection.')).toBeVisible()
  await expect(page.getByRole('main').getByText('Loading')).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByLabel('First name')).toHaveValue('Ada', { timeout: 20_000 })
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible()
})

test('the form says offline that saving needs a connection', async ({ page, context, build, owner }) => {
  await signInDirectly(context, build, owner)
  await open(page)
  await context.setOffline(true)
  await expect(page.getByText('Saving needs a connection')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click({ force: true })
  await expect(page).toHaveURL(/user_preferences/)
  await context.setOffline(false)
})

test('typed text except passwords survives a reload and can be discarded', async ({
  page,
  context,
  build,
  owner,
}) => {
  // interface rule 4
  await signInDirectly(context, build, owner)
  await open(page)
  await page.getByLabel('First name').fill('Beatrice')
  await page.getByRole('group', { name: 'By text message' }).getByLabel('24 hours').check()
  await page.getByLabel(/^New password/).fill('seven lemons')
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Beatrice')
  await expect(page.getByRole('group', { name: 'By text message' }).getByLabel('24 hours')).toBeChecked()
  await expect(page.getByLabel(/^New password/)).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('lemons')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
})
