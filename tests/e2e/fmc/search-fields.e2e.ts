import type { Page } from 'playwright/test'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, requestsTo } from '../support/screens.ts'

test.use(DESK)

/** Types, and waits until the list has been searched for that (VEH-006). */
async function typeAndWait(page: Page, label: string, text: string) {
  const field = page.getByRole('searchbox', { name: label })
  await field.pressSequentially(text)
  await page.waitForTimeout(600)
  return field
}

test('search fields of a management company keep what is typed, with its spaces', async ({
  page,
  context,
  build,
}) => {
  const { id: affiliationId } = await build.affiliation()
  const fleet = await build.fleet({ affiliationId, name: 'Blue Freight' })
  await build.vehicle(fleet, { name: 'Van 1' })
  await signInDirectly(context, build, await build.user(fleet, { roles: ['FMC'], affiliationId }))
  const calls = requestsTo(context, /api\/v6\/fleets$|transfer/)
  for (const [path, label] of [
    ['/fmc_dashboard', 'Search fleets'],
    ['/fmc_dashboard', 'Region'],
    ['/fmc_activeorders', 'Search orders'],
  ] as const) {
    await page.goto(`${origin()}${path}`)
    const field = await typeAndWait(page, label, 'blue ')
    await expect(field).toHaveValue('blue ')
    await typeAndWait(page, label, 'freight')
    await expect(field).toHaveValue('blue freight')
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Reset/ })
      .first()
      .click()
    await expect(field).toHaveValue('')
  }
  expect(
    calls.filter((call) => call.includes('query=blue')).map((call) => call.replace(/.*query=/, '')),
  ).toEqual(expect.not.arrayContaining([expect.stringMatching(/^blue(\+|%20)(&|$)/)]))

  await test.step('the source of a transfer, with fewer letters than a search needs', async () => {
    await page.goto(`${origin()}/transfer_vehicles`)
    await page.getByRole('button', { name: 'Vehicle search' }).click()
    const field = await typeAndWait(page, 'Search all fleets', 'van 1')
    await expect(page.getByRole('checkbox', { name: 'Select Van 1' })).toBeVisible()
    for (let i = 0; i < 3; i++) await field.press('Backspace')
    await page.waitForTimeout(600)
    await expect(field).toHaveValue('va')
    await expect(page.getByRole('checkbox', { name: 'Select Van 1' })).toHaveCount(0)
    await typeAndWait(page, 'Search all fleets', 'n ')
    await expect(field).toHaveValue('van ')
    await expect(page.getByRole('checkbox', { name: 'Select Van 1' })).toBeVisible()
  })
})
