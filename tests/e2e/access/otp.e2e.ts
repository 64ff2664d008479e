import { expect, origin, otpFor, signIn, submitCredentials, test } from '../support/fixtures.ts'

test('the step says that a password was emailed and accepts six digits only', async ({ page, owner }) => {
  await page.goto(`${origin()}/sign_in`)
  await submitCredentials(page, owner)
  // ACC-060
  await expect(page.getByRole('heading', { name: 'Verification' })).toBeVisible()
  // ACC-066, ERR-003, ERR-004
  await expect(page.getByText('OTP sent successfully')).toBeVisible()
  await expect(page.getByText('OTP sent successfully')).toHaveCount(0, { timeout: 4_000 })
  // ACC-061
  await expect(page.getByText(`(OTP) by email to ${owner.email}`)).toBeVisible()

  const field = page.getByLabel('One-time password')
  const validate = page.getByRole('button', { name: 'Validate' })
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')

  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await field.fill('12a')
  // ACC-063
  await page.clock.runFor(400)
  await expect(page.getByText('Please Enter 6 digits OTP')).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(page.getByText('Please Enter 6 digits OTP')).toBeVisible()
  // ACC-062
  await expect(validate).toBeDisabled()
  await field.fill('12345')
  await expect(validate).toBeDisabled()
  await field.fill('123456')
  await expect(validate).toBeEnabled()
  await page.clock.runFor(600)
  await expect(page.getByText('Please Enter 6 digits OTP')).toHaveCount(0)
})

test('the field shows that a code is wrong, and the right one signs in', async ({ page, db, owner }) => {
  // ACC-055
  await page.goto(`${origin()}/sign_in`)
  await submitCredentials(page, owner)
  const right = await otpFor(db, owner.email)
  await page.getByLabel('One-time password').fill(right === '111111' ? '222222' : '111111')
  await page.getByRole('button', { name: 'Validate' }).click()
  // The error is announced, and the next code can be typed at once.
  await expect(
    page.getByRole('alert').filter({ hasText: 'This code is wrong or has expired.' }),
  ).toBeVisible()
  await expect(page.getByLabel('One-time password')).toBeFocused()
  // The browser's back button returns to the first step, like the step's own back link.
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('Email address')).toHaveValue(owner.email)
  await submitCredentials(page, owner)
  await page.getByRole('button', { name: 'Use another account' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await submitCredentials(page, owner)
  await expect(page.getByLabel('One-time password')).toBeFocused()
  const next = await otpFor(db, owner.email)
  const call = page.waitForRequest((request) => request.url().endsWith('/api/v4/sessions'))
  await page.getByLabel('One-time password').fill(next)
  await page.getByRole('button', { name: 'Validate' }).click()
  expect((await call).postDataJSON()).toMatchObject({ otp: next, email: owner.email })
  await expect(page).toHaveURL(`${origin()}/dashboard`)
})

test('Resend Again sends another code and confirms it', async ({ page, db, owner }) => {
  // ACC-064, ACC-067, ACC-068
  await page.goto(`${origin()}/sign_in`)
  await submitCredentials(page, owner)
  await page.getByRole('heading', { name: 'Verification' }).waitFor()
  const first = await otpFor(db, owner.email)
  const call = page.waitForRequest((request) => request.url().endsWith('/sessions/send_otp'))
  await page.getByRole('button', { name: 'Resend Again' }).click()
  expect((await call).postDataJSON()).toMatchObject({ is_resend_otp: true })
  await expect(page.getByText('OTP resend successfully')).toBeVisible()
  await expect.poll(() => otpFor(db, owner.email)).not.toBe(first)
})

test('accepts a code pasted with spaces or a dash', async ({ page, owner }) => {
  // ACC-062, ACC-063
  await page.goto(`${origin()}/sign_in`)
  await submitCredentials(page, owner)
  const field = page.getByLabel('One-time password')
  for (const pasted of ['123 456', '  123456 ', '123–456']) {
    await field.clear()
    await field.focus()
    await page.keyboard.insertText(pasted)
    await expect(field).toHaveValue('123456')
  }
  await field.press('End')
  await field.pressSequentially('7')
  await expect(field).toHaveValue('123456')
})

test('a double click on Resend Again sends one email', async ({ page, owner }) => {
  // ACC-064
  await page.goto(`${origin()}/sign_in`)
  await submitCredentials(page, owner)
  await page.getByRole('heading', { name: 'Verification' }).waitFor()
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/sessions/send_otp')) sent += 1
  })
  await page.getByRole('button', { name: 'Resend Again' }).dblclick()
  await expect(page.getByText('OTP resend successfully')).toHaveCount(1)
  expect(sent).toBe(1)
})

test('starting over after too many wrong codes clears the message', async ({ page, db, owner }) => {
  // ruling 6
  await page.goto(`${origin()}/sign_in`)
  await submitCredentials(page, owner)
  const field = page.getByLabel('One-time password')
  const right = await otpFor(db, owner.email)
  for (let each = 0; each < 6; each++) {
    const response = page.waitForResponse((response) => response.url().endsWith('/api/v4/sessions'))
    await field.fill(String((Number(right) + 1 + each) % 1_000_000).padStart(6, '0'))
    await page.getByRole('button', { name: 'Validate' }).click()
    await response
  }
  await expect(page.getByText('Too many wrong codes')).toBeVisible()
  await page.getByRole('button', { name: 'Use another account' }).click()
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Verification' })).toBeVisible()
  await expect(page.getByText('Too many wrong codes')).toHaveCount(0)
})

test('a remembered device needs no OTP, but does for another user', async ({
  page,
  context,
  db,
  build,
  owner,
}) => {
  const other = await build.user({ id: owner.fleetId })
  await page.goto(`${origin()}/sign_in`)
  await signIn(page, db, owner)
  const cookies = await context.cookies()
  const days =
    ((cookies.find(({ name }) => name === 'current_user_email')?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(Math.round(days)).toBe(182) // ACC-069

  await page.goto(`${origin()}/sign_out`)
  await page.waitForURL((url) => url.pathname === '/sign_in')
  await expect(page.getByLabel('Email address')).toHaveValue(owner.email) // ACC-059, ACC-116
  await submitCredentials(page, owner)
  await expect(page).toHaveURL(`${origin()}/dashboard`) // ACC-057, ACC-116

  await page.goto(`${origin()}/sign_out`)
  await page.waitForURL((url) => url.pathname === '/sign_in')
  await submitCredentials(page, other)
  await expect(page.getByRole('heading', { name: 'Verification' })).toBeVisible() // ACC-058
})

test('an email cookie alone is no proof: without the device token the OTP is required', async ({
  page,
  context,
  owner,
}) => {
  // ruling 5
  await context.addCookies([
    { name: 'current_user_email', value: encodeURIComponent(owner.email), url: origin() },
  ])
  await page.goto(`${origin()}/sign_in`)
  await submitCredentials(page, owner)
  await expect(page.getByRole('heading', { name: 'Verification' })).toBeVisible()
})

test('a fleet without the flag signs in without an OTP', async ({ page, build }) => {
  // ACC-054
  const fleet = await build.fleet({ flags: { multifactor_authentication: false } })
  const user = await build.user(fleet)
  await page.goto(`${origin()}/sign_in`)
  await submitCredentials(page, user)
  await expect(page).toHaveURL(`${origin()}/dashboard`)
})

test('after five codes in an hour it shows the waiting time in minutes, and still accepts the newest code', async ({
  page,
  db,
  owner,
}) => {
  // ruling 6
  await page.goto(`${origin()}/sign_in`)
  const before = await page.evaluate(
    async ({ email, password }) => {
      const statuses = []
      for (let each = 0; each < 5; each++) {
        const { status } = await fetch('/api/v4/sessions/send_otp', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'app-name': 'wheelbook' },
          body: JSON.stringify({ email, password }),
        })
        statuses.push(status)
      }
      return statuses
    },
    { email: owner.email, password: owner.password },
  )
  expect(before).toEqual([200, 200, 200, 200, 200])
  await submitCredentials(page, owner)
  const alert = page.getByRole('alert').filter({ hasText: 'You requested too many codes' })
  await expect(alert).toContainText(/try again in \d+\sminutes?\.|wait a moment/)
  await page.getByLabel('One-time password').fill(await otpFor(db, owner.email))
  await page.getByRole('button', { name: 'Validate' }).click()
  await expect(page).toHaveURL(`${origin()}/dashboard`)
})
