import { expect, origin, test } from '../support/fixtures.ts'
import { layoutFaults } from '../support/layout-faults.ts'
import { openLoaded, PHONE } from '../support/screens.ts'

test.use(PHONE)

test('letters twice as large push nothing out of a phone’s screen: list, form and the bar below (WCAG 1.4.4, VEH-002)', async ({
  signedInPage: page,
}) => {
  await openLoaded(page, '/vehicles')
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%'
    }),
  )
  for (const path of ['/vehicles', '/vehicles/new', '/dashboard']) {
    await page.goto(`${origin()}${path}`)
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(await layoutFaults(page), path).toEqual([])
  }
  const bar = page.getByRole('navigation', { name: 'Main' }).last()
  for (const name of ['Dashboard', 'Vehicles', 'Services', 'Entries']) {
    const box = await bar.getByText(name, { exact: true }).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(PHONE.viewport.height)
  }
})

test('letters twice as large push nothing out of the smallest phone: the chip gives way, the account does not', async ({
  signedInPage: page,
}) => {
  await openLoaded(page, '/vehicles')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const account = page.getByRole('button', { name: /^Account menu/ })
  for (const isOffline of [false, true]) {
    await page.context().setOffline(isOffline)
    // When all is sent the icon is enough, and the fleet's name has the room.
    const chip = page.getByRole('banner').getByRole('button', { name: isOffline ? /Offline/ : /All sent/ })
    await expect(chip).toBeVisible()
    await expect(account).toBeInViewport({ ratio: 1 })
    expect((await layoutFaults(page)).filter((fault) => /window/.test(fault))).toEqual([])
  }
})
