// The two lists of due maintenance: what is selected, filtered and downloaded is the same.
import { otherRows } from '#tests/support/entries.ts'
import { enterAs, expect, test } from '../support/fixtures.ts'
import { DESK, openLoaded } from '../support/screens.ts'

test.use(DESK)

const LISTS = ['/upcoming_maintenances', '/services?tab=upcoming'] as const

test('the column menu of due maintenance has no filter, which selections and files would not follow', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  await otherRows(db).interval(await build.vehicle(fleet, { name: 'Van 1' }), {
    ...{ name: 'Oil', tag: 'Past Due' },
  })
  await enterAs(context, build, await build.user(fleet))
  for (const list of LISTS) {
    await openLoaded(page, list)
    const header = page.getByRole('columnheader', { name: 'Vehicle' })
    await header.hover()
    await header.getByRole('button', { name: /column menu/i }).click()
    await expect(page.getByRole('menuitem', { name: 'Hide column' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Filter' })).toHaveCount(0)
  }
})
