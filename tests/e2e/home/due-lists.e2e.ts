// The two lists of due maintenance: what is selected, filtered and downloaded is the same.
import { readFile } from 'node:fs/promises'
import { otherRows } from '#tests/support/entries.ts'
import { expect, signInDirectly, test } from '../support/fixtures.ts'
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
    name: 'Oil',
    tag: 'Past Due',
  })
  await signInDirectly(context, build, await build.user(fleet))
  for (const list of LISTS) {
    await openLoaded(page, list)
    const header = page.getByRole('columnheader', { name: 'Vehicle' })
    await header.hover()
    await header.getByRole('button', { name: /column menu/i }).click()
    await expect(page.getByRole('menuitem', { name: 'Hide column' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Filter' })).toHaveCount(0)
  }
})

test('the file of selected due maintenance has all of the selection, whatever the list shows now', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const rows = otherRows(db)
  const [late, soon, other] = [
    await build.vehicle(fleet, { name: 'Late one' }),
    await build.vehicle(fleet, { name: 'Soon one' }),
    await build.vehicle(fleet, { name: 'Other one' }),
  ]
  await rows.interval(late, { name: 'Oil', tag: 'Past Due' })
  await rows.interval(soon, { name: 'Belt', tag: 'Currently Due' })
  await rows.interval(other, { name: 'Belt', tag: 'Currently Due' })
  await signInDirectly(context, build, await build.user(fleet))
  for (const list of LISTS) {
    await openLoaded(page, list)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    const filter = (name: RegExp) => page.getByRole('main').getByRole('button', { name }).click()
    await filter(/^Past due/)
    await page.getByRole('checkbox', { name: 'Select Late one' }).click()
    await filter(/^Due soon/)
    await expect(page.getByRole('checkbox', { name: 'Select Late one' })).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Select Soon one' }).click()
    const bar = page.getByRole('toolbar', { name: 'Selected vehicles' })
    await expect(bar.getByText('2 selected')).toBeVisible()
    await expect(bar.getByRole('button', { name: 'Select all 2' })).toBeVisible()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('button', { name: 'Download' }).click(),
    ])
    const text = await readFile(await file.path(), 'utf8')
    expect(text.match(/(Late|Soon|Other) one/g), list).toEqual(['Late one', 'Soon one'])
  }
})
