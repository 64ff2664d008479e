import { expect, origin, signIn, signInDirectly, test } from '../support/fixtures.ts'

const guarded = [
  // ACC-012, including URLs of later screens
  '/dashboard',
  '/fmc_dashboard',
  '/account',
  '/settings',
  '/settings/users/new',
  '/settings/users/7',
  '/vehicles',
  '/vehicles/new',
  '/vehicles/7',
  '/vehicles/7/edit',
  '/vehicles/7/history',
  '/recalls',
  '/services',
  '/shops',
  '/shops/7',
  '/user_preferences',
  '/membership_card',
  '/payments/new',
  '/payments/7/edit',
  '/fleet_transactions',
  '/reports',
  '/fmc_transactions',
  '/fmc_users',
  '/fmc_users/new',
  '/fmc_users/7/7',
  '/fmc_activeorders',
  '/fleets/new',
  '/fleets/7',
  '/transfer_vehicles',
  // ACC-013
  '/active_maintenances',
  '/upcoming_maintenances',
  '/maintenance_schedule_details/7',
  '/maintenance_history/new',
  '/maintenance_history/0198c7a5-0000-7000-8000-000000000000',
  '/service_request/new',
  '/service_request/schedule',
  '/orders/7/approvals',
]

test('the root redirects to the sign-in screen, or to the dashboard if signed in', async ({
  page,
  context,
  build,
  owner,
}) => {
  // ACC-001, ACC-002, ACC-003
  await page.goto(origin())
  await expect(page).toHaveURL(`${origin()}/sign_in`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signInDirectly(context, build, owner)
  await page.goto(origin())
  await expect(page).toHaveURL(`${origin()}/dashboard`)
})

test('every screen of the product needs a session and redirects to sign-in without one', async ({ page }) => {
  // ACC-012, ACC-013
  test.slow()
  await page.goto(`${origin()}/sign_in`)
  for (const path of guarded) {
    await page.goto(origin() + path)
    await page.waitForURL((url) => url.pathname === '/sign_in')
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(path)
  }
})

test('the guard passes on the key of the URL from any screen and from the root, out of sight', async ({
  page,
}) => {
  // ACC-014, ruling 7
  for (const path of ['/vehicles?key=K-007', '/?key=K-007', '/sign_in?key=K-007']) {
    const tried = page.waitForRequest(
      (request) => request.url().endsWith('/api/v4/sessions') && request.method() === 'POST',
    )
    await page.goto(origin() + path)
    expect((await tried).postDataJSON()).toMatchObject({
      key: 'K-007',
      language: 'en',
      subdomain: 'localhost',
    })
    await expect(page.getByRole('alert')).toContainText('This sign-in link no longer works')
    expect(page.url()).not.toContain('K-007')
  }
})

test('after sign-in the requested screen opens', async ({ page, db, build, owner }) => {
  // ACC-015, ACC-047
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van 9' })
  await page.goto(`${origin()}/vehicles/${vehicle.id}?tab=history`)
  await page.waitForURL((url) => url.pathname === '/sign_in')
  await signIn(page, db, owner)
  await expect(page).toHaveURL(`${origin()}/vehicles/${vehicle.id}?tab=history`)
})

test('ignores a return URL of another site', async ({ page, db, owner }) => {
  await page.goto(`${origin()}/sign_in?redirect=${encodeURIComponent('//evil.example/steal')}`)
  await signIn(page, db, owner)
  await expect(page).toHaveURL(`${origin()}/dashboard`)
})

test('redirects signed-in users away from the sign-in screen', async ({ page, context, build, owner }) => {
  // ACC-016
  await signInDirectly(context, build, owner)
  await page.goto(`${origin()}/sign_in`)
  await expect(page).toHaveURL(`${origin()}/dashboard`)
})

test('each screen change scrolls to the top', async ({ signedInPage: page, build, owner }) => {
  // ACC-017
  for (let each = 0; each < 25; each++) await build.vehicle({ id: owner.fleetId })
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto(`${origin()}/vehicles`)
  await expect(page.getByText('Truck 3')).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 900))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('the privacy policy needs no session and names each brand', async ({ page }) => {
  // ACC-008, ACC-009
  await page.goto(`${origin()}/privacy_policy`)
  await expect(page.getByRole('heading', { name: 'Privacy policy' })).toBeVisible()
  await expect(page.getByText('What Wheelbook keeps about you')).toBeVisible()
  // This brand has its own text, in both languages.
  await page.goto(`${origin('boreal')}/privacy_policy`)
  await expect(page.getByText('How Boreal Fleet treats personal information')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Who is responsible' })).toBeVisible()
  await expect(page.getByText('support@boreal.example')).toBeVisible()
  await expect(page.getByText('What you enter').locator('..').getByText('belong to your fleet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Photos' })).toHaveCount(0)
  await page.evaluate(() => localStorage.setItem('language', 'fr'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Qui est responsable' })).toBeVisible()
  await expect(page.getByText(/\{\{|Who is responsible/)).toHaveCount(0)
})
