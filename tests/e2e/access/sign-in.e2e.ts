import { expect, origin, otpFor, submitCredentials, test } from '../support/fixtures.ts'

test('the form has email and password, masked until the user shows it', async ({ page }) => {
  // ACC-024
  await page.goto(`${origin()}/sign_in`)
  await expect(page.getByLabel('Email address')).toBeVisible()
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show the password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
})

test('Enter submits the form, and the call contains subdomain, flag and language', async ({
  page,
  owner,
}) => {
  await page.goto(`${origin()}/sign_in`)
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/v4/sessions/send_otp'))
  // ACC-026
  await submitCredentials(page, owner)
  const request = await sent
  // ACC-045, ACC-055, ACC-065
  expect(request.postDataJSON()).toEqual({
    email: owner.email,
    password: owner.password,
    subdomain: 'localhost',
    is_split_flag: true, // ACC-046
    language: 'en',
    is_resend_otp: false,
  })
  // API-009 to API-011
  expect(await request.headerValue('accept')).toBe('application/json')
  expect(await request.headerValue('app-name')).toBe('wheelbook')
})

test('an incomplete form reports what is missing and sends nothing', async ({ page }) => {
  await page.goto(`${origin()}/sign_in`)
  let calls = 0
  page.on('request', (request) => {
    if (request.url().includes('/sessions')) calls += 1
  })
  await submitCredentials(page, { email: 'abc', password: '' })
  await expect(page.getByText('Enter an email address')).toBeVisible()
  await expect(page.getByText('Enter your password')).toBeVisible()
  expect(calls).toBe(0)
})

test('wrong credentials show the same alert whether the address exists or not', async ({ page, owner }) => {
  await page.goto(`${origin()}/sign_in`)
  for (const email of [owner.email, 'nobody.here@example.com']) {
    await submitCredentials(page, { email, password: 'not the password' })
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Error') // ERR-001, ERR-010
    await expect(alert).toContainText('Invalid email or password') // ACC-052, ERR-002
  }
})

test('a rejection by a server without codes shows the same message, in English and in French', async ({
  page,
}) => {
  // ACC-052, ACC-053
  for (const text of ['Invalid Email or password.', 'Courriel ou mot de passe incorrect.']) {
    await page.route('**/api/v4/sessions/send_otp', (route) =>
      route.fulfill({ status: 401, headers: { 'X-Wheelbook-Api': '1' }, json: { error: text } }),
    )
    await page.goto(`${origin()}/sign_in`)
    await submitCredentials(page, { email: 'ada@example.com', password: 'x' })
    await expect(page.getByRole('alert')).toContainText('Invalid email or password')
  }
})

test('a user without a fleet gets a message and stays signed out', async ({ page, build }) => {
  // ACC-051
  const nobody = await build.user(null)
  await page.goto(`${origin()}/sign_in`)
  await submitCredentials(page, nobody)
  await expect(page.getByRole('alert')).toContainText('This account does not belong to a fleet')
  await page.goto(`${origin()}/dashboard`)
  await page.waitForURL((url) => url.pathname === '/sign_in')
})

test('joins several errors of the server with commas in one alert', async ({ page }) => {
  // API-017, ERR-007, ERR-011
  await page.route('**/api/v4/sessions/send_otp', (route) =>
    route.fulfill({ status: 422, headers: { 'X-Wheelbook-Api': '1' }, json: { errors: ['a', 'b'] } }),
  )
  await page.goto(`${origin()}/sign_in`)
  await submitCredentials(page, { email: 'ada@example.com', password: 'x' })
  await expect(page.getByRole('alert')).toContainText('a, b')
})

test('shows a message from the URL as an error, as text and never as markup', async ({ page }) => {
  // ACC-034
  await page.goto(
    `${origin()}/sign_in?error_message=${encodeURIComponent('Denied <img src=x onerror=alert(1)>')}`,
  )
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Denied <img src=x onerror=alert(1)>')
  await expect(alert.locator('img')).toHaveCount(0)
})

test('only the Canadian brand shows the language toggle, and it switches the texts', async ({ page }) => {
  // ACC-041
  await page.goto(`${origin()}/sign_in`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Français' })).toHaveCount(0)
  await page.goto(`${origin('boreal')}/sign_in`)
  await page.getByRole('button', { name: 'Français' }).click()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
})

test('FMC users start on the FMC dashboard in FMC mode, others on the dashboard of their fleet', async ({
  page,
  db,
  build,
  owner,
}) => {
  const fmc = await build.user({ id: owner.fleetId }, { roles: ['FMC'] })
  await page.goto(`${origin()}/sign_in`)
  await submitCredentials(page, fmc)
  await page.getByLabel('One-time password').fill(await otpFor(db, fmc.email))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${origin()}/fmc_dashboard`) // ACC-048
  await page.reload()
  // ACC-050, API-021
  expect(await page.evaluate(() => sessionStorage.getItem('mode'))).toBe('fmc')
  await page.goto(`${origin()}/sign_out`)
  await page.waitForURL((url) => url.pathname === '/sign_in')
  await submitCredentials(page, owner)
  await page.getByLabel('One-time password').fill(await otpFor(db, owner.email))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${origin()}/dashboard`) // ACC-049
  // ACC-050
  expect(await page.evaluate(() => sessionStorage.getItem('mode'))).toBe('fleet')
})

test('the screen says offline that signing in needs a connection', async ({ page, context }) => {
  await page.goto(`${origin()}/sign_in`)
  await expect(page.getByLabel('Email address')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('Signing in needs a connection')).toBeVisible()
  await context.setOffline(false)
})
