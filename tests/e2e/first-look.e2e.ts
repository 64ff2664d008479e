import { expect, PHONE, test } from '#tests/support/e2e.ts'

test.use(PHONE)

test('a signed-in person finds the vehicles', async ({ page }) => {
  await page.goto('/vehicles')
  await expect(page.getByRole('heading', { level: 1, name: 'Vehicles' })).toBeVisible()
  await expect(page.getByText('Van 1', { exact: true })).toBeVisible({ timeout: 30_000 })
})
