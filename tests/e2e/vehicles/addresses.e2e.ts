import { expect, origin, test } from '../support/fixtures.ts'
import { DESK, openLoaded } from '../support/screens.ts'

test.use(DESK)

test('VEH-016, VEH-017: a malformed URL still shows the list', async ({ signedInPage: page }) => {
  await openLoaded(page, '/vehicles')
  const columns = (items: unknown) => `columns=${encodeURIComponent(JSON.stringify(items))}`
  for (const search of [
    'size=0',
    'size=1000',
    'page=999&order=-nothing&show=none&sort=none',
    columns([null]),
    columns([1]),
    columns([{ field: 'name', operator: 'nothing' }]),
    columns([{ field: 'name', operator: 'contains', value: { a: 1 } }]),
  ]) {
    await page.goto(`${origin()}/vehicles?${search}`)
    await expect(page.getByRole('link', { name: 'Van 2', exact: true }), search).toBeVisible()
  }
})

test('VEH-025: every tab of an unknown vehicle reports it', async ({ signedInPage: page }) => {
  await openLoaded(page, '/vehicles')
  for (const path of [
    'abc',
    '0',
    '99999999999999999999',
    'abc/history',
    'abc/schedule',
    'abc/policies',
    'abc/edit',
  ]) {
    await page.goto(`${origin()}/vehicles/${path}`)
    await expect(page.getByText('Vehicle not found'), path).toBeVisible()
  }
})
