// Fleets with ten thousand users, and users with thousands of vehicles.

import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK } from '../support/screens.ts'

test.use(DESK)

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('gridcell') })

test('ten thousand users can be searched, sorted and downloaded, with formulas escaped', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  await signInDirectly(context, build, await build.user(fleet, { firstName: 'Aaron' }))
  await db.query(sql`
    insert into users (fleet_id, email, first_name, last_name, roles)
    select ${fleet.id}, 'u' || n || '.' || ${fleet.id}::text || '@example.com', case when n = 7 then '=cmd|''/C calc''!A0' else 'Noor' end,
      'Person ' || n, array['Driver'] from generate_series(1, 10000) n`)
  await page.goto(`${origin()}/settings`)
  await expect(page.getByText('10,001 users')).toBeVisible()
  await expect(rows(page)).toHaveCount(25)

  await page.getByRole('searchbox', { name: /Search/ }).fill('person 9876')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Noor Person 9876') // USR-004, USR-016
  await page.getByRole('searchbox', { name: /Search/ }).fill('')
  await expect(page.getByText('10,001 users')).toBeVisible()

  await page.getByRole('columnheader', { name: 'Name' }).click()
  await expect(rows(page).first()).toContainText('Person 9999')
  await page.getByRole('button', { name: 'Go to next page' }).click()
  await expect(rows(page).first()).not.toContainText('Person 9999')
  await page.goBack()

  await page.goto(`${origin()}/settings`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(10_002) // USR-006
  expect(file).toContain(`'=cmd|'/C calc'!A0 Person 7`)
})

test('a user with five thousand vehicles opens, accepts typing and saves without delay', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  await signInDirectly(context, build, await build.user(fleet))
  const driver = await build.user(fleet, { roles: ['Driver'], firstName: 'Dora' })
  await db.query(sql`
    with made as (insert into vehicles (fleet_id, name_of_vehicle, odometer_units)
      select ${fleet.id}, 'Unit ' || n, 'mi' from generate_series(1, 5000) n returning id)
    insert into vehicle_drivers (fleet_id, vehicle_id, user_id) select ${fleet.id}, id, ${driver.id} from made`)
  test.slow()
  await page.goto(`${origin()}/settings/users/${driver.id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit user' })
  const name = dialog.getByLabel('First name')
  await expect(name).toBeVisible({ timeout: 30_000 })
  await name.fill('')
  await name.pressSequentially('Dorothea Maximiliana')
  // Right after the last keystroke: a draft this large is not written on each of them.
  await page.reload()
  await expect(dialog.getByText('Your draft')).toBeVisible({ timeout: 30_000 })
  await expect(name).toHaveValue('Dorothea Maximiliana')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByRole('img', { name: 'Remove Unit 1', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save user' }).click()
  await expect(page.getByText('User updated')).toBeVisible()
  await expect(rows(page).filter({ hasText: 'Dorothea' })).toBeVisible()
  const [left] = await db.query<{ n: number }>(
    sql`select count(*)::int as n from vehicle_drivers where user_id = ${driver.id}`,
  )
  expect(left?.n).toBe(4999)
})
