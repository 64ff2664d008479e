import { sql } from '#server/db/sql.ts'
import { aJpeg, aPdf } from '#tests/support/files.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { holdDraftFiles, releaseDraftFiles } from '../support/held-files.ts'
import { fillMaintenance } from '../support/record.ts'
import { openLoaded, PHONE } from '../support/screens.ts'
import { anEntry } from './entry.ts'

test.use(PHONE)

const pdfFiles = async () => [
  { name: 'invoice.pdf', mimeType: '', buffer: aPdf() },
  { name: 'photo.jpg', mimeType: '', buffer: await aJpeg() },
]

test('restores typed text and files after a reload, and forgets them once the entry is saved', async ({
  signedInPage: page,
  build,
  owner,
  db,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId })
  await build.service({ name: `Wipers ${vehicle.id}` })
  await openLoaded(page, '/dashboard')
  await fillMaintenance(page, { vehicle, service: `Wipers ${vehicle.id}` })
  await page.locator('input[type=file][multiple]').setInputFiles(await pdfFiles())
  await expect(page.getByRole('button', { name: 'Remove photo.jpg' })).toBeVisible()
  await page.getByLabel('Comments').pressSequentially('half a wor')
  await page.reload()
  await expect(page.getByText('Your draft')).toBeVisible()
  await expect(page.getByLabel('Comments')).toHaveValue('half a wor')
  await expect(page.getByRole('textbox', { name: /^Odometer/ })).toHaveValue('42100')
  await expect(page.getByRole('button', { name: 'Remove invoice.pdf' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove photo.jpg' })).toBeVisible()

  // MHX-054
  await holdDraftFiles(page)
  await page.reload()
  await page.getByText('Your draft').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0)
  await releaseDraftFiles(page)
  await expect(page.getByText('Maintenance History created')).toBeVisible()
  const count = sql`select count(*)::int as files from documents d
    join manual_maintenance_histories h on h.id = d.history_id where h.vehicle_id = ${vehicle.id}`
  await expect.poll(async () => (await db.query<{ files: number }>(count))[0]?.files).toBe(2)
  await page.goto(`${origin()}/maintenance_history/new`)
  await expect(page.getByRole('textbox', { name: /^Odometer/ })).toHaveValue('')
  await expect(page.getByText('Your draft')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0)

  // MHX-055
  await fillMaintenance(page, { vehicle, service: `Wipers ${vehicle.id}` })
  await releaseDraftFiles(page)
  await page.locator('input[type=file][multiple]').setInputFiles(await pdfFiles())
  await expect(page.getByRole('button', { name: 'Remove photo.jpg' })).toBeVisible()
  await page.clock.install()
  await page.reload()
  await page.getByText('Your draft').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.clock.fastForward(15_000)
  await expect(page.getByText('The files of this draft can’t be read')).toBeVisible()
  await expect(page.getByText('Maintenance History created')).toHaveCount(0)
})

test('a draft opened from another vehicle reports its own vehicle, and can be changed to the new one', async ({
  signedInPage: page,
  build,
  owner,
}) => {
  const [first, second] = [
    await build.vehicle({ id: owner.fleetId }, { name: 'First van' }),
    await build.vehicle({ id: owner.fleetId }, { name: 'Second van' }),
  ]
  await openLoaded(page, `/maintenance_history/new?vehicle=${first.id}`)
  await page.getByLabel('PO number').fill('PO-7')
  await page.goto(`${origin()}/maintenance_history/new?vehicle=${second.id}`)
  await expect(page.getByText('This draft is for First van')).toBeVisible()
  await expect(page.getByRole('combobox', { name: /^Vehicle/ })).toHaveValue('First van')
  await page.getByRole('button', { name: 'Use it for Second van' }).click()
  await expect(page.getByRole('combobox', { name: /^Vehicle/ })).toHaveValue('Second van')
  await expect(page.getByLabel('PO number')).toHaveValue('PO-7')
  await expect(page.getByText('This draft is for')).toHaveCount(0)
})

test('MHX-041: a draft without a shop gets the one that the user came from, and one with another can be changed', async ({
  signedInPage: page,
}) => {
  const openFrom = async (id: number, name: string) => {
    const shop = { id, name, place: { city: 'Columbus', state: 'OH' } }
    // As the link in a shop's row passes it on.
    await page.evaluate((state) => history.replaceState({ ...history.state, ...state }, ''), { shop })
    await page.reload()
  }
  await openLoaded(page, '/maintenance_history/new')
  await page.getByLabel('PO number').fill('PO-8')
  await openFrom(1, 'First Garage')
  const shop = page.getByRole('combobox', { name: /^Shop/ })
  await expect(shop).toHaveValue('First Garage')
  await openFrom(2, 'Second Garage')
  await expect(page.getByText('This draft is for First Garage')).toBeVisible()
  await page.getByRole('button', { name: 'Use it for Second Garage' }).click()
  await expect(shop).toHaveValue('Second Garage')
  await expect(page.getByLabel('PO number')).toHaveValue('PO-8')
})

test('discards a draft on request', async ({ page, context, build, owner }) => {
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/maintenance_history/new')
  await page.getByLabel('PO number').fill('PO-1')
  await page.locator('input[type=file][multiple]').setInputFiles(await pdfFiles())
  await expect(page.getByRole('button', { name: 'Remove photo.jpg' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByLabel('PO number')).toHaveValue('')
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Your draft')).toHaveCount(0)
})

test('OFF-046: shows a draft to no other user of the same phone', async ({ page, context, build, owner }) => {
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/maintenance_history/new')
  await page.getByLabel('PO number').fill('SECRET-1')
  await page.goto(`${origin()}/sign_out`)
  await expect(page).toHaveURL(/sign_in/)
  const other = await build.user({ id: owner.fleetId })
  await context.clearCookies()
  await signInDirectly(context, build, other)
  await openLoaded(page, '/maintenance_history/new')
  await expect(page.getByLabel('PO number')).toHaveValue('')
})

test('OFF-046: shows nothing of the last user if the browser has another user’s session', async ({
  page,
  context,
  build,
  owner,
}) => {
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/maintenance_history/new')
  await page.getByLabel('PO number').fill('SECRET-2')
  await page.goto('about:blank')
  await context.clearCookies()
  await signInDirectly(context, build, await build.user({ id: owner.fleetId }))
  await openLoaded(page, '/maintenance_history/new')
  await expect(page.getByLabel('PO number')).toHaveValue('')
})

test('a draft whose entry was saved just before a crash is not saved twice', async ({
  page,
  context,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId })
  await build.service({ name: `Twice ${vehicle.id}` })
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/dashboard')
  await fillMaintenance(page, { vehicle, service: `Twice ${vehicle.id}` })
  const draft = await page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.endsWith('history:new')) ?? ''
    return { name, text: localStorage.getItem(name) ?? '' }
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Maintenance History created')).toBeVisible()
  // Simulates a crash after the commit and before the draft was deleted.
  await page.evaluate(({ name, text }) => localStorage.setItem(name, text), draft)
  await page.goto(`${origin()}/maintenance_history/new`)
  await expect(page.getByRole('textbox', { name: /^Odometer/ })).toHaveValue('')
})

test('a full device reports it, keeps the form, and offers the files for export', async ({
  signedInPage: page,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId })
  await build.service({ name: `No room ${vehicle.id}` })
  await openLoaded(page, '/dashboard')
  await fillMaintenance(page, { vehicle, service: `No room ${vehicle.id}` })
  await page.locator('input[type=file][multiple]').setInputFiles(await pdfFiles())
  await expect(page.getByRole('button', { name: 'Remove photo.jpg' })).toBeVisible()
  await page.evaluate(() => {
    navigator.storage.estimate = async () => ({ quota: 1_000_000, usage: 999_000 })
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Not saved')).toBeVisible()
  await expect(page.getByText(/not have enough space for the entry/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Odometer/ })).toHaveValue('42100')
  const downloads: string[] = []
  page.on('download', (download) => downloads.push(download.suggestedFilename()))
  await page.getByRole('button', { name: 'Download the 2 files' }).click()
  await expect.poll(() => downloads.toSorted()).toEqual(['invoice.pdf', 'photo.jpg'])
})

test('a draft of an edit never overwrites what someone else changed since it began', async ({
  signedInPage: page,
  build,
  owner,
  db,
}) => {
  const entry = await anEntry({ build, owner })
  await openLoaded(page, `/maintenance_history/${entry.id}`)
  await page.getByLabel('PO number').fill('MINE')
  await page.goto(`${origin()}/dashboard`)
  // A colleague's change arrives on this device before the form is reopened.
  await db.query(
    sql`update manual_maintenance_histories set po_number = 'THEIRS', rev = rev + 1, updated_at = now() where id = ${entry.id}`,
  )
  await openLoaded(page, `/services?tab=past`)
  await page.reload()
  await page.goto(`${origin()}/vehicles/${entry.vehicle.id}/history`)
  await page.goto(`${origin()}/maintenance_history/${entry.id}`)
  await expect(page.getByText('Your draft')).toBeVisible()
  await expect(page.getByLabel('PO number')).toHaveValue('MINE')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The server rejected this entry')).toBeVisible()
  const [row] = await db.query<{ po_number: string }>(
    sql`select po_number from manual_maintenance_histories where id = ${entry.id}`,
  )
  expect(row?.po_number).toBe('THEIRS')
})
