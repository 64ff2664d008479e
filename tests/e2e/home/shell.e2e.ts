import { sql } from '#server/db/sql.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'

test('desktops have the navbar on the left, phones the bar at the bottom, with the same items', async ({
  signedInPage: page,
}) => {
  // BRD-052, OFF-022, OFF-023
  const places = ['Dashboard', 'Vehicles', 'Services', 'Add maintenance history']
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`${origin()}/dashboard`)
    const nav = page.getByRole('navigation', { name: 'Main navigation' })
    await expect(nav).toHaveCount(1)
    for (const name of places) await expect(nav.getByRole('link', { name })).toBeVisible()
    const box = await nav.boundingBox()
    if (width > 900) expect(box?.x).toBe(0)
    else expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(height)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
})

test('the header shows the fleet, and the avatar with the initials opens the menu', async ({
  page,
  context,
  build,
  owner,
}) => {
  // BRD-056, BRD-060, BRD-061
  const user = await build.user({ id: owner.fleetId }, { firstName: 'Mary Ann' })
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}/dashboard`)
  await expect(page.getByRole('banner')).toContainText('Northgate Couriers')
  const avatar = page.getByRole('button', { name: /Account menu/ })
  await expect(avatar).toHaveText('MA')
  await avatar.click()
  const menu = page.getByRole('dialog', { name: /Account menu/ })
  await menu.getByRole('link', { name: 'Vehicles' }).click()
  await expect(page).toHaveURL(`${origin()}/vehicles`)
})

test('the language toggle of the Canadian brand takes effect at once and is saved with the user', async ({
  page,
  context,
  db,
  build,
}) => {
  // BRD-057, BRD-058, API-023
  const user = await build.user(await build.fleet({ country: 'CA', brand: 'boreal' }))
  const at = origin('boreal')
  await signInDirectly(context, build, user, at)
  await page.goto(`${at}/dashboard`)
  const saved = page.waitForRequest((request) => request.url().endsWith('/language'))
  await page.getByRole('banner').getByRole('button', { name: 'Français' }).click()
  await expect(page.getByRole('heading', { name: 'Tableau de bord' })).toBeVisible()
  expect((await saved).postDataJSON()).toMatchObject({ language: 'fr' })
  await expect
    .poll(() => db.query(sql`select language from users where id = ${user.id}`))
    .toEqual([{ language: 'fr' }])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Tableau de bord' })).toBeVisible()
})

test('light and dark mode follow the device until the user chooses one, and the choice stays', async ({
  page,
  context,
  build,
  owner,
}) => {
  await signInDirectly(context, build, owner)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${origin()}/dashboard`)
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('button', { name: 'Light', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'light')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'light')
})

test('an unknown URL shows a message and a link back', async ({ page, context, build, owner }) => {
  await signInDirectly(context, build, owner)
  await page.goto(`${origin()}/no/such/screen`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page).toHaveURL(`${origin()}/dashboard`)
})

test('a slow response shows one loading sign, which disappears when the request fails', async ({
  page,
  context,
  build,
  owner,
}) => {
  // API-015, API-016, ERR-006
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signInDirectly(context, build, owner)
  await page.goto(`${origin()}/dashboard`)
  await expect(page.getByText(/Data as of/)).toBeVisible()
  await page.route('**/language', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.fulfill({ status: 500, headers: { 'X-Wheelbook-Api': '1' }, json: { errors: ['x'] } })
  })
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('button', { name: 'Français' }).click()
  const sign = page.locator('[role=progressbar][aria-label]')
  await expect(sign).toHaveCount(1)
  // Inside a landmark: axe reports content outside of all landmarks.
  await expect(page.locator('main').locator(sign)).toHaveCount(1)
  // Only `transform` is animated, so no frame needs a layout.
  const frames = await sign.evaluate((bar) =>
    bar.getAnimations({ subtree: true }).map(({ effect }) => (effect as KeyframeEffect).getKeyframes()),
  )
  const timing = ['composite', 'computedOffset', 'easing', 'offset']
  expect(frames.map((all) => all.map((frame) => Object.keys(frame).sort()))).toEqual([
    [
      [...timing, 'transform'],
      [...timing, 'transform'],
    ],
  ])
  await expect(sign).toHaveCount(0)
})

test('every call goes to the page’s own host, under the prefix, with the session, and loads the user first', async ({
  page,
  context,
  build,
  owner,
}) => {
  for (const at of [origin(), origin('boreal')]) {
    await signInDirectly(context, build, owner, at)
    const calls: { url: string; headers: Promise<Record<string, string>> }[] = []
    const note = (request: { url(): string; allHeaders(): Promise<Record<string, string>> }) => {
      if (request.url().includes('/api/')) calls.push({ url: request.url(), headers: request.allHeaders() })
    }
    // Excludes requests of the previous page.
    await page.goto('about:blank')
    page.on('request', note)
    await page.goto(`${at}/dashboard`)
    await expect(page.getByText(/Data as of/)).toBeVisible({ timeout: 15_000 })
    page.off('request', note)
    // ACC-130, API-004, API-008
    expect(calls[0]?.url).toBe(`${at}/api/v4/customers/me`)
    for (const { url, headers } of calls) {
      // API-005, API-006
      expect(url).toMatch(new RegExp(`^${at}/api/v[46]/`))
      // API-009, API-010
      expect(await headers).toMatchObject({ accept: 'application/json' })
      // API-001, API-003
      expect((await headers).cookie).toContain('authentication_token=')
    }
  }
})

test('a screen that cannot be loaded reports an error, and the rest of the app keeps working', async ({
  browser,
  build,
  owner,
}) => {
  // ERR-005, ERR-006
  const context = await browser.newContext({ serviceWorkers: 'block' })
  await signInDirectly(context, build, owner)
  const page = await context.newPage()
  await page.goto(`${origin()}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.route('**/assets/ServicesScreen*', (route) => route.abort())
  await page.getByRole('navigation').getByRole('link', { name: 'Services' }).click()
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Services' }).click()
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await page.unroute('**/assets/ServicesScreen*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Services' })).toBeVisible()
  await context.close()
})

test('a part of the shell that cannot be loaded is left out, and the screen stays', async ({
  browser,
  build,
  owner,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  await signInDirectly(context, build, owner)
  const page = await context.newPage()
  await page.route('**/assets/Tray-*.js', (route) => route.abort())
  await page.goto(`${origin()}/dashboard`)
  const heading = page.getByRole('heading', { name: 'Dashboard' })
  await expect(heading).toBeVisible()
  const chip = page.getByRole('button', { name: /waiting to be sent/ })
  await chip.click()
  const toasts = page.getByRole('log', { name: 'Messages' })
  await expect(toasts).toContainText('No connection')
  await expect(heading).toBeVisible()
  await page.unroute('**/assets/Tray-*.js')
  await toasts.getByRole('button', { name: 'Try again' }).click()
  await chip.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await context.close()
})
