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
