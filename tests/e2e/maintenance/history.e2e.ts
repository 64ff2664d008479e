import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { sql } from '#server/db/sql.ts'
import { day, otherRows } from '#tests/support/entries.ts'
import { aPdf } from '#tests/support/files.ts'
import { expect, origin, test } from '../support/fixtures.ts'
import { fillMaintenance } from '../support/record.ts'
import { DESK, goOffline, openLoaded, PHONE, requestsTo } from '../support/screens.ts'
import { anEntry } from './entry.ts'

test.describe('on a desktop', () => {
  test.use(DESK)

  test('MHX-042, MHX-043, MHX-048: shows orders and manual entries with completed and other services', async ({
    signedInPage: page,
    build,
    owner,
    db,
  }) => {
    const entry = await anEntry({ build, owner, given: { po_number: 'PO-5' } })
    const order = await otherRows(db).order(entry.vehicle, { total: '210.00', odometer: 51_000 })
    for (const [name, status] of [
      ['Battery test', 'complete'],
      ['Coolant exchange', 'rejected'],
    ] as const) {
      const service = await build.service({ name })
      await db.query(sql`insert into order_services (fleet_id, order_id, service_definition_id, name, status, total)
        values (${owner.fleetId}, ${order.id}, ${service.id}, ${name}, ${status}, 105)`)
    }
    await openLoaded(page, `/vehicles/${entry.vehicle.id}/history`)
    const table = page.getByRole('table', { name: 'Maintenance history' })
    for (const name of ['Date', 'Shop', 'Miles', 'Completed services', 'Saved services', 'Cost'])
      await expect(table.getByRole('columnheader', { name, exact: true })).toBeVisible()
    const row = table.getByRole('row', { name: /Main Street Service/ })
    await expect(row.getByRole('cell').nth(3)).toHaveText('Battery test')
    await expect(row.getByRole('cell').nth(4)).toHaveText('Coolant exchange')
    await expect(row.getByRole('cell').nth(5)).toHaveText('$210.00')
    // MHX-035: only manual entries can be edited.
    await expect(row.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
    const manual = table.getByRole('row', { name: /Corner Garage/ })
    await expect(manual).toContainText('51,200')
    await expect(manual.getByRole('link', { name: /^Edit/ })).toBeVisible()
  })

  test('MHX-044, MHX-045, MHX-046, MHX-047, MHX-051: See more loads both kinds, each with its own pages, until the end', async ({
    signedInPage: page,
    context,
    build,
    owner,
    db,
  }) => {
    const vehicle = await build.vehicle({ id: owner.fleetId })
    for (let i = 0; i < 23; i++)
      await otherRows(db).order(vehicle, { at: `2026-01-${String(i + 1).padStart(2, '0')}T12:00:00Z` })
    await anEntry({ build, owner, vehicle })
    const calls = requestsTo(context, /vehicle_maintenance_history/)
    await openLoaded(page, `/vehicles/${vehicle.id}/history`)
    const more = page.getByRole('button', { name: 'See more' })
    const rows = page.getByRole('table').getByRole('row')
    await expect(more).toBeVisible()
    const first = await rows.count()
    await more.click()
    await expect.poll(() => rows.count()).toBeGreaterThan(first)
    const query = (index: number) => new URLSearchParams(calls[index]?.split('?')[1])
    expect([query(0).get('vehicleId'), query(0).get('pageMH'), query(0).get('pageMMH')]).toEqual([
      String(vehicle.id),
      '1',
      '1',
    ])
    expect([query(1).get('pageMH'), query(1).get('pageMMH')]).toEqual(['2', '1'])
    // The button goes when the last page has come, also while a click waits for it.
    await expect(async () => {
      if (await more.isVisible()) await more.click({ timeout: 2000 })
      await expect(more).toBeHidden({ timeout: 500 })
    }).toPass()
    await expect(rows).toHaveCount(25)
    await expect(page.getByRole('main').getByRole('progressbar')).toHaveCount(0)
  })

  test('MHX-049, MHX-050: invoices can be downloaded one by one and as a zip', async ({
    signedInPage: page,
    build,
    owner,
  }) => {
    const entry = await anEntry({ build, owner, files: 2 })
    await openLoaded(page, `/vehicles/${entry.vehicle.id}/history`)
    const one = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download invoice-1.pdf' }).click()
    const file = await one
    expect(file.suggestedFilename()).toBe('invoice-1.pdf')
    expect(await readFile(await file.path())).toEqual(aPdf('Invoice 1'))
    const all = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download invoices (zip)' }).click()
    const zip = await all
    expect(zip.suggestedFilename()).toBe('invoice_documents.zip')
    const names = Object.keys(unzipSync(new Uint8Array(await readFile(await zip.path()))))
    expect(names.toSorted()).toEqual([`${day(-1)} invoice-0.pdf`, `${day(-1)} invoice-1.pdf`])
  })

  test('MHX-049, MHX-050, MHX-053: a shop’s invoice opens, is in the zip, and is on the order’s page', async ({
    signedInPage: page,
    build,
    owner,
    db,
  }) => {
    const entry = await anEntry({ build, owner, files: 1 })
    const order = await otherRows(db).order(entry.vehicle)
    await db.query(sql`update documents set history_id = null, order_id = ${order.id}
      where id = any(${entry.documentIds}::uuid[])`)
    await openLoaded(page, `/vehicles/${entry.vehicle.id}/history`)
    const row = page.getByRole('row', { name: /Main Street Service/ })
    await row.getByRole('button', { name: 'invoice-0.pdf', exact: true }).click()
    const viewer = page.getByRole('dialog', { name: 'invoice-0.pdf' })
    await expect(viewer.getByRole('link', { name: 'Download' })).toBeVisible()
    await page.keyboard.press('Escape')
    const all = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download invoices (zip)' }).click()
    const zip = unzipSync(new Uint8Array(await readFile(await (await all).path())))
    expect(Object.values(zip).map((bytes) => Buffer.from(bytes))).toEqual([aPdf('Invoice 0')])
    await openLoaded(page, `/orders/${order.id}/approvals`)
    await expect(page.getByRole('link', { name: 'invoice-0.pdf' })).toBeVisible()
  })
})

test.describe('on an offline phone', () => {
  test.use(PHONE)

  test('OFF-012, OFF-019, OFF-045: a waiting entry appears in the list, is marked, can be edited, and survives a reload', async ({
    signedInPage: page,
    context,
    build,
    owner,
  }) => {
    const vehicle = await build.vehicle({ id: owner.fleetId })
    await build.service({ name: `Waiting ${vehicle.id}` })
    await openLoaded(page, `/vehicles/${vehicle.id}`)
    await goOffline(page, context)
    await fillMaintenance(page, { vehicle, service: `Waiting ${vehicle.id}` })
    await page
      .locator('input[type=file][multiple]')
      .setInputFiles({ name: 'a.pdf', mimeType: '', buffer: aPdf() })
    await expect(page.getByRole('button', { name: 'Remove a.pdf' })).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/Saved on this (phone|device) – will be sent/)).toBeVisible()
    await page.goto(`${origin()}/vehicles/${vehicle.id}/history`)
    const card = page.getByRole('listitem').filter({ hasText: `Waiting ${vehicle.id}` })
    await expect(card.getByText(/Saved on this (phone|device)/)).toBeVisible()
    await page.reload()
    await card.getByRole('link', { name: /^Edit/ }).click()
    await expect(page.getByRole('button', { name: 'Remove a.pdf' })).toBeVisible()
    await page.getByRole('textbox', { name: /^Odometer/ }).fill('42200')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/\/services/)
    const keys = new Set<string | undefined>()
    context.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (request.method() === 'POST' && pathname.endsWith('/manual_maintenance_histories'))
        keys.add(request.headers()['idempotency-key'])
    })
    await context.setOffline(false)
    // The alert changes automatically once the server has the entry.
    await expect(page.getByText(/Maintenance History (updated|created)/)).toBeVisible({ timeout: 40_000 })
    // One entry, however often it had to be sent.
    expect([...keys]).toEqual([expect.any(String)])
    await page.goto(`${origin()}/vehicles/${vehicle.id}/history`)
    await expect(card.getByText(/42,200 mi/)).toBeVisible()
    await expect(card.getByText(/Saved on this (phone|device)/)).toHaveCount(0)
  })

  test('VEH list counts waiting entries', async ({ signedInPage: page, context, build, owner }) => {
    const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Counting van' })
    await build.service({ name: `Counting ${vehicle.id}` })
    await openLoaded(page, '/vehicles')
    await goOffline(page, context)
    await fillMaintenance(page, { vehicle, service: `Counting ${vehicle.id}` })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/Saved on this (phone|device) – will be sent/)).toBeVisible()
    await page.goto(`${origin()}/vehicles`)
    await expect(page.getByRole('link', { name: /Counting van/ })).toContainText('1 waiting')
  })
})
