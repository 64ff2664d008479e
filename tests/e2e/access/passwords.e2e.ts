import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { newestMails } from '#server/integrations/mail/mail-queue.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signIn, signInDirectly, submitCredentials, test } from '../support/fixtures.ts'
import { goOffline, openLoaded, PHONE } from '../support/screens.ts'

const NEW = 'seven lemons on a truck'
/** Takes screenshots if a folder is given. */
const shots = process.env.DOOR_SHOTS

/** Returns the link of the newest email to an address, from the table behind the local mailbox. */
async function linkFor(db: Database, email: string): Promise<string> {
  const mail = (await newestMails(db, 20)).find(({ recipient }) => recipient === email)
  const link = mail && /^http\S+reset_password_token=\S+$/m.exec(mail.text)?.[0]
  if (!link) throw new Error(`No link was mailed to ${email}`)
  return link
}

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a user who forgot the password gets a link by email, sets a new one, and signs in with it', async ({
    page,
    db,
    owner,
  }) => {
    test.slow()
    await page.goto(`${origin()}/sign_in`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    // ACC-025, ACC-006
    await expect(page).toHaveURL(`${origin()}/forgot_password`)
    const requested = page.waitForRequest((request) =>
      request.url().endsWith('/api/v4/customers/reset_password'),
    )
    await page.getByLabel('Email address').fill(` ${owner.email} `)
    await page.getByRole('button', { name: 'Reset password' }).click()
    const request = await requested
    // ACC-096, ACC-100
    expect([request.method(), request.postDataJSON()]).toEqual(['POST', { email: owner.email }])
    await expect(page.getByRole('status').filter({ hasText: owner.email })).toContainText('30 minutes')
    if (shots) await page.screenshot({ path: `${shots}/sent.png` })

    const link = await linkFor(db, owner.email)
    expect(link.startsWith(origin())).toBe(true)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'New password' })).toBeVisible()
    const token = new URL(link).searchParams.get('reset_password_token')
    // ACC-007: the token leaves the address bar and survives a reload.
    await expect(page).toHaveURL(`${origin()}/reset_password`)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'New password' })).toBeVisible()
    const field = page.getByLabel('New password', { exact: true })
    await expect(field).toHaveAttribute('type', 'password')
    // ACC-102
    await page.getByRole('checkbox', { name: 'Show passwords' }).check()
    await expect(field).toHaveAttribute('type', 'text')
    await expect(page.getByLabel('Confirm the new password')).toHaveAttribute('type', 'text')
    await page.getByRole('checkbox', { name: 'Show passwords' }).uncheck()
    await expect(field).toHaveAttribute('type', 'password')
    await field.fill(NEW)
    await page.getByLabel('Confirm the new password').fill(NEW)
    const sent = page.waitForRequest((each) => each.method() === 'PUT')
    await page.getByRole('button', { name: 'Set the password' }).click()
    // ACC-104
    expect((await sent).postDataJSON()).toEqual({
      newPassword: NEW,
      newPasswordConfirmation: NEW,
      resetToken: token,
    })
    // ACC-105
    await expect(page.getByRole('status').filter({ hasText: 'Your password has been reset' })).toBeVisible()
    if (shots) await page.screenshot({ path: `${shots}/done.png` })

    await page.getByRole('link', { name: 'Sign in' }).click()
    await submitCredentials(page, owner)
    await expect(page.getByRole('alert')).toContainText('Invalid email or password')
    await signIn(page, db, { ...owner, password: NEW })
    await expect(page).toHaveURL(`${origin()}/dashboard`)
  })

  test('an invalid form shows errors and sends nothing; unknown addresses and expired links are reported', async ({
    page,
  }) => {
    let calls = 0
    page.on('request', (request) => {
      if (request.url().includes('/customers/reset_password')) calls += 1
    })
    await page.goto(`${origin()}/forgot_password`)
    await page.getByRole('button', { name: 'Reset password' }).click()
    // ACC-098
    await expect(page.getByText('Enter your email address', { exact: true })).toBeVisible()
    expect(calls).toBe(0)
    await page.route('**/api/v4/customers/reset_password', (route) =>
      route.fulfill({
        status: 404,
        headers: { 'X-Wheelbook-Api': '1' },
        json: { code: 'no_account', errors: [], status: 404 },
      }),
    )
    await page.getByLabel('Email address').fill('nobody@example.com')
    await page.getByLabel('Email address').press('Enter')
    // ACC-101
    await expect(page.getByRole('alert')).toContainText(
      'There is no account associated with that e-mail address',
    )
    if (shots) await page.screenshot({ path: `${shots}/unknown.png` })
    await page.unroute('**/api/v4/customers/reset_password')

    await page.goto(`${origin()}/reset_password?reset_password_token=abc`)
    calls = 0
    await page.getByLabel('New password', { exact: true }).fill(NEW)
    await page.getByLabel('Confirm the new password').fill('another')
    await page.getByRole('button', { name: 'Set the password' }).click()
    // ACC-103
    await expect(page.getByRole('alert')).toContainText('New password and confirmation do not match')
    expect(calls).toBe(0)
    await page.getByLabel('Confirm the new password').fill(NEW)
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await page.getByLabel('Confirm the new password').press('Enter')
    expect((await sent).postDataJSON()).toMatchObject({ resetToken: 'abc' }) // ACC-007
    await expect(page.getByRole('alert')).toContainText('This link no longer works')
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await expect(page).toHaveURL(`${origin()}/forgot_password`)
  })

  test('both explain in French and offline what they need', async ({ page, context }) => {
    await page.goto(`${origin('boreal')}/forgot_password`)
    await page.getByRole('button', { name: 'Français' }).click()
    await expect(page.getByRole('heading', { name: 'Mot de passe oublié?' })).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText('Il faut une connexion pour changer le mot de passe.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Réinitialiser le mot de passe' })).toBeDisabled()
    if (shots) await page.screenshot({ path: `${shots}/french-offline.png` })
    await context.setOffline(false)
    await expect(page.getByRole('button', { name: 'Réinitialiser le mot de passe' })).toBeEnabled()
  })
})

test('an invitation that is opened while another user is signed in leads through the sign-out (ACC-131)', async ({
  page,
  context,
  db,
  build,
  owner,
}) => {
  const fleet = await build.fleet()
  const invited = await build.user(fleet, { firstName: 'Ines' })
  await page.goto(`${origin()}/forgot_password`)
  await page.getByLabel('Email address').fill(invited.email)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByRole('status').filter({ hasText: invited.email })).toBeVisible()
  await signInDirectly(context, build, owner)
  await page.goto(`${await linkFor(db, invited.email)}&first=true`)
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm the new password').fill(NEW)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(page.getByText('Your password is set. You can sign in now.')).toBeVisible()
  await expect(page.getByText(`(${owner.email}) is signed in on this device`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(new RegExp(`^${origin()}/sign_in`))
  await signIn(page, db, { ...invited, password: NEW })
  await expect(page).toHaveURL(`${origin()}/dashboard`)
})

test('a signed-in user changes the password on the account screen', async ({
  page,
  context,
  build,
  owner,
}) => {
  await signInDirectly(context, build, owner)
  await page.goto(`${origin()}/account`)
  // ACC-010, ACC-113
  await expect(page.getByRole('region', { name: 'Your data' })).toContainText(owner.email)
  const submit = page.getByRole('button', { name: 'Change password' })
  const [current, next, confirmation] = [
    page.getByLabel('Current password'),
    page.getByLabel('New password', { exact: true }),
    page.getByLabel('Confirm the new password'),
  ]
  // ACC-106, ACC-108
  await expect(submit).toBeDisabled()
  await current.fill('not the one')
  await next.fill(NEW)
  await expect(submit).toBeDisabled()
  await confirmation.fill('another')
  await expect(submit).toBeEnabled()
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/customers/update_password')) calls += 1
  })
  await submit.click()
  // ACC-110
  await expect(page.getByRole('alert')).toContainText('New password and confirmation do not match')
  expect(calls).toBe(0)

  // ACC-107
  for (const field of [current, next, confirmation]) await expect(field).toHaveAttribute('type', 'password')
  await page.getByRole('checkbox', { name: 'Show passwords' }).check()
  for (const field of [current, next, confirmation]) await expect(field).toHaveAttribute('type', 'text')

  await confirmation.fill(NEW)
  await submit.click()
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  // An error of the server takes the focus, too.
  await expect(current).toBeFocused()
  await current.fill(owner.password)
  await page.route('**/customers/update_password', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800))
    await route.continue()
  })
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/v4/customers/update_password'))
  await submit.click()
  // ACC-109
  await expect(submit).toBeDisabled()
  const request = await sent
  // ACC-111
  expect([request.method(), request.postDataJSON()]).toEqual([
    'PUT',
    { currentPassword: owner.password, newPassword: NEW, newPasswordConfirmation: NEW },
  ])
  // ACC-112
  await expect(page.getByText('Password changed')).toBeVisible()
  await expect(current).toHaveValue('')
})

test('the account screen shows the fleet’s payment methods to users with permission', async ({
  signedInPage: page,
  context,
  db,
  build,
  owner,
}) => {
  // ACC-011
  await db.query(sql`
    insert into payment_methods (fleet_id, owner_id, token, type, card_type, last_4, expiration_date, cardholder_name, is_default)
    values (${owner.fleetId}, ${owner.id}, ${`token-${owner.id}`}, 'credit_card', 'Visa', '1111', '12/2029', 'Ada Person', true)`)
  await page.goto(`${origin()}/account`)
  const methods = page.getByRole('region', { name: 'Payment methods' })
  await expect(methods.getByRole('listitem')).toContainText(/Visa ending in 1111.*12\/2029.*Default/)
  await context.clearCookies()
  await signInDirectly(context, build, await build.user({ id: owner.fleetId }, { roles: ['Driver'] }))
  await page.goto(`${origin()}/account`)
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible()
  await expect(methods).toHaveCount(0)
})

test('the account screen shows the user’s data offline, and says that a password needs a connection', async ({
  page,
  context,
  build,
  owner,
}) => {
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/account')
  await expect(page.getByRole('region', { name: 'Your data' })).toContainText(owner.email)
  await goOffline(page, context)
  await expect(page.getByText('Changing your password needs a connection.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change password' })).toBeDisabled()
  await context.setOffline(false)
})

test('axe reports nothing on any of the three', async ({ page, context, build, owner }) => {
  test.slow()
  for (const path of ['/forgot_password', '/reset_password?reset_password_token=abc', '/reset_password']) {
    await page.goto(origin() + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    if (shots) await page.screenshot({ path: `${shots}/desk${path.length}.png` })
  }
  await signInDirectly(context, build, owner)
  await page.goto(`${origin()}/account`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  if (shots) await page.screenshot({ path: `${shots}/account-dark.png`, fullPage: true })
})
