import type { Page } from 'playwright'
import { axeFindings } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'

test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })

/** Holds the app's code back until released. */
async function holdApp(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/app-*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('while the app loads, its frame is visible and explains the wait to first-time visitors', async ({
  page,
  context,
  build,
  owner,
}) => {
  await signInDirectly(context, build, owner, origin('boreal'))
  const release = await holdApp(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.addInitScript(() => localStorage.setItem('language', 'fr'))
  await page.goto(`${origin('boreal')}/vehicles`, { waitUntil: 'commit' })
  const frame = page.locator('.first-frame')
  await expect(frame).toBeVisible()
  await expect(frame.getByText('L’application et votre parc sont en cours de chargement')).toBeVisible()
  await expect(frame.locator('p')).toHaveCount(1)
  const surface = await page.evaluate(
    () => JSON.parse(document.getElementById('brand')?.textContent ?? '').theme,
  )
  await expect(frame).toHaveCSS('background-color', rgb(surface.dark.background))
  release()
  await expect(page.locator('main')).toBeVisible()
  await expect(frame).toHaveCount(0)
})

test('returning users see the frame without text at a new address, and the sign-in screen never has it', async ({
  page,
  context,
  build,
  owner,
}) => {
  await page.goto(`${origin()}/sign_in`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('.first-frame')).toHaveCount(0)
  await signInDirectly(context, build, owner)
  await page.goto(`${origin()}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const release = await holdApp(page)
  await page.goto(`${origin()}/settings?tab=general`, { waitUntil: 'commit' })
  await expect(page.locator('.first-frame section')).toBeVisible()
  await expect(page.locator('.first-frame p')).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  await expect(page.locator('.first-frame')).toHaveCount(0)
})

test('if the app fails to start its screen, a message appears and no frame covers it', async ({
  page,
  context,
  build,
  owner,
}) => {
  await signInDirectly(context, build, owner)
  await page.route('**/assets/home-*.js', (route) => route.abort())
  await page.goto(`${origin()}/dashboard`)
  await expect(page.getByRole('alert')).toContainText('Something went wrong')
  await expect(page.locator('.first-frame')).toHaveCount(0)
})

test('the next start paints the rows of the last visit before the app runs, once', async ({
  page,
  signedInPage,
}) => {
  await signedInPage.goto(`${origin()}/vehicles`)
  await expect(page.getByText('Truck 3')).toBeVisible()
  const release = await holdApp(page)
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => textsWithShadow(page)).toContain('Truck 3')
  await expect(
    page.getByText('Truck 3'),
    'nothing that the app does not know of can be read or used',
  ).toHaveCount(0)
  release()
  await expect(page.getByText('Truck 3')).toHaveCount(1)
  await expect.poll(() => page.locator('body > [aria-hidden="true"]').count()).toBe(0)
})

test('the start of the installed app paints the dashboard of the last visit', async ({
  page,
  signedInPage,
}) => {
  await signedInPage.goto(`${origin()}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const isStored = () => page.evaluate(() => localStorage.getItem('last_screen:/dashboard') !== null)
  await expect.poll(isStored).toBe(true)
  const release = await holdApp(page)
  // The start address in the manifest.
  await page.goto(`${origin()}/`, { waitUntil: 'commit' })
  await expect.poll(() => textsWithShadow(page)).toContain('Account menu of')
  await expect(page.locator('.first-frame')).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page).toHaveURL(`${origin()}/dashboard`)
  await expect.poll(() => page.locator('body > [aria-hidden="true"]').count()).toBe(0)
})

test('forms are not stored, and signing out deletes what was stored', async ({ page, signedInPage }) => {
  const stored = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('last_screen:')))
  await signedInPage.goto(`${origin()}/vehicles`)
  await expect(page.getByText('Truck 3')).toBeVisible()
  await page.goto(`${origin()}/maintenance_history/new`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`${origin()}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  expect(await stored()).toContain('last_screen:/vehicles')
  expect(await stored()).not.toContain('last_screen:/maintenance_history/new')
  await page.goto(`${origin()}/sign_out`)
  await page.waitForURL('**/sign_in')
  expect(await stored()).toEqual([])
})

/** All texts of the page, those of closed shadow trees too. */
async function textsWithShadow(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true })
  await session.detach()
  return JSON.stringify(root)
}

/** Converts a six-digit hex color to the browser's notation. */
function rgb(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgb(${red}, ${green}, ${blue})`
}

test('when a part of the app does not arrive, the page says so and loads again', async ({
  page,
  context,
  build,
  owner,
}) => {
  let isLost = true
  for (const file of ['start', 'app'])
    await page.route(`**/assets/${file}-*.js`, (route) => (isLost ? route.abort() : route.continue()))
  await page.goto(`${origin()}/sign_in`)
  await expect(page.getByRole('heading', { name: 'The app could not be loaded' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  isLost = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await signInDirectly(context, build, owner, origin('boreal'))
  isLost = true
  await page.addInitScript(() => localStorage.setItem('language', 'fr'))
  await page.goto(`${origin('boreal')}/dashboard`)
  await expect(page.getByRole('heading', { name: 'L’application n’a pas pu être chargée' })).toBeVisible()
  await expect(page.locator('.first-frame')).toHaveCount(0)
  isLost = false
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
})
