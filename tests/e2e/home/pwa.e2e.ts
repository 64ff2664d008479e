import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { untilReadyForOffline } from '../support/record.ts'
import { untilWorkerControls } from '../support/worker.ts'

test('the app can be installed: a manifest with the brand’s icons, and a worker that controls the page', async ({
  page,
  request,
}) => {
  const names: string[] = []
  for (const brand of [undefined, 'boreal']) {
    await page.goto(`${origin(brand)}/sign_in`)
    const href = await page.locator('link[rel=manifest]').getAttribute('href')
    const manifest = await page.evaluate((url) => fetch(url ?? '').then((response) => response.json()), href)
    // OFF-001, OFF-002
    expect(manifest).toMatchObject({ display: 'standalone', scope: '/', start_url: '/' })
    names.push(manifest.name)
    for (const icon of manifest.icons) {
      const response = await request.get(`http://127.0.0.1:${process.env.E2E_PORT}${icon.src}`)
      expect(response.ok()).toBe(true)
      expect(response.headers()['content-type']).toContain(icon.type)
    }
    expect(manifest.icons.some(({ purpose }: { purpose: string }) => purpose === 'maskable')).toBe(true)
  }
  // OFF-049
  expect(new Set(names).size).toBe(2)
  await page.goto(`${origin()}/sign_in`)
  // OFF-005, OFF-029
  await untilWorkerControls(page)
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${origin()}/sw.js`)
})

test('after one visit the app opens offline at any URL, with the loaded data', async ({
  page,
  context,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van 77' })
  await signInDirectly(context, build, owner)
  await untilReadyForOffline(page)
  await context.setOffline(true)
  await page.reload()
  // OFF-003, OFF-028
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.goto(`${origin()}/vehicles/${vehicle.id}`)
  // OFF-004, OFF-007
  await expect(page.getByRole('heading', { name: 'Van 77' })).toBeVisible()
  await page.goto(`${origin()}/`)
  await expect(page).toHaveURL(`${origin()}/dashboard`)
  const fresh = await context.newPage()
  await fresh.goto(`${origin()}/vehicles`)
  await expect(fresh.getByText('Van 77')).toBeVisible()
})

test('no screen violates the content security policy, online or from the worker', async ({
  page,
  context,
  build,
  owner,
}) => {
  // S-15
  const broken: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript/i.test(message.text())) broken.push(message.text())
  })
  await page.goto(`${origin()}/sign_in`)
  await page.goto(`${origin()}/privacy_policy`)
  await signInDirectly(context, build, owner)
  await untilReadyForOffline(page)
  for (const path of ['/vehicles', '/services', '/maintenance_history/new', '/fmc_dashboard', '/nowhere']) {
    await page.goto(origin() + path)
    await page.waitForLoadState('networkidle')
  }
  await context.setOffline(true)
  await page.goto(`${origin()}/vehicles`)
  await expect(page.getByRole('heading', { name: 'Vehicles' })).toBeVisible()
  expect(broken).toEqual([])
})

test('on an iPhone the app explains how to add it to the home screen', async ({ browser, build, owner }) => {
  // OFF-002
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
  const context = await browser.newContext({
    userAgent,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await signInDirectly(context, build, owner)
  const page = await context.newPage()
  await page.goto(`${origin()}/dashboard`)
  await expect(page.getByText('Add Wheelbook to your home screen')).toBeVisible()
  await page.getByRole('button', { name: 'Install' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Wheelbook to your home screen' })
  await expect(dialog.getByText('Tap the Share button at the bottom of Safari.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText('Add Wheelbook to your home screen')).toHaveCount(0)
  await context.close()
})
