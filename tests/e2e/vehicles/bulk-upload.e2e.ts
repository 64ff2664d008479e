import { sql } from '#server/db/sql.ts'
import { fileOf, manyRows, vinNo } from '#tests/support/bulk-files.ts'
import { axeFindings } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, openLoaded, PHONE } from '../support/screens.ts'

const csv = (text: string, name = 'vans.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})
/** Unpacking the VIN catalog delays the first lookup. */
const CATALOG_TIMEOUT = { timeout: 60_000 }
const SHOTS = process.env.SHOTS

for (const [device, size] of [
  ['a desk', DESK],
  ['a phone', PHONE],
] as const)
  test.describe(`on ${device}`, () => {
    test.use(size)

    test(`VEH-010, VEH-062, VEH-063, VEH-064, VEH-065, VEH-066, VEH-067, VEH-068, VEH-070, API-026 on ${device}: previews each row of a file, imports the file and reports the result`, async ({
      signedInPage: page,
      owner,
      db,
    }) => {
      test.slow()
      await openLoaded(page, '/vehicles')
      await page.getByRole('button', { name: 'Bulk upload' }).click()
      const dialog = page.getByRole('dialog', { name: 'Bulk upload of vehicles' })
      const template = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Download the template' }).click()
      expect((await template).suggestedFilename()).toBe('vehicles-template.csv')

      const input = dialog.locator('input[type=file]')
      await input.setInputFiles(csv('x', 'vans.xlsx'))
      await expect(dialog.getByRole('alert')).toContainText('Choose a file that ends in .csv')
      await input.setInputFiles(csv('name\nVan\n'))
      await expect(dialog.getByRole('alert')).toContainText('No column is called “vin”')

      const validRows = manyRows(3).map((row, i) =>
        i === 0 ? row : { ...row, license_plate_number: 'AB 12' },
      )
      const rows = [{ name_of_vehicle: 'No number' }, { vin: '1FT' }, ...validRows, { vin: vinNo(0) }]
      await input.setInputFiles(csv(fileOf(rows)))
      await expect(dialog.getByRole('status').filter({ hasText: 'New vehicles: 3' })).toContainText(
        'Skipped rows: 3Rows with a remark: 2',
      )
      await expect(dialog.getByText('The VIN is missing. Every row needs one.')).toBeVisible()
      await expect(dialog.getByText('Row 4 has the same VIN. Remove one of the two rows.')).toBeVisible()
      expect(await axeFindings(page)).toEqual([])
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/preview-${size.viewport.width}.png` })
      const sent = page.waitForRequest(
        (request) => request.url().endsWith('/vehicles/bulk_upsertions') && request.method() === 'POST',
      )
      await dialog.getByRole('button', { name: 'Send 3 rows' }).click()
      expect(Object.keys((await sent).postDataJSON())).toEqual(['fileData'])

      await expect(dialog.getByRole('alert')).toHaveText(
        /completed with errors\. Check your email for a report/,
        CATALOG_TIMEOUT,
      )
      // The heading shows the result, and its address survives a reload.
      const summary = dialog.getByRole('heading', {
        name: '3 vehicles saved, 2 with remarks, 3 rows skipped',
      })
      await expect(summary).toBeVisible()
      await page.reload()
      await expect(summary).toBeVisible()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(dialog).toHaveCount(0)
      await page.getByRole('button', { name: 'Bulk upload' }).click()
      await dialog.getByRole('button', { name: 'Show the result of vans.csv' }).click()
      await expect(summary).toBeVisible()
      await expect(dialog.getByText('New vehicles')).toBeVisible()
      expect(await axeFindings(page)).toEqual([])
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/result-${size.viewport.width}.png` })
      const skippedRows = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Download skipped rows' }).click()
      expect((await skippedRows).suggestedFilename()).toBe('refused-rows.csv')
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(page.getByText('6 vehicles')).toBeVisible()
      const mails = await db.query(
        sql`select 1 from mails where recipient = ${owner.email} and subject like '%upload%'`,
      )
      expect(mails).toHaveLength(1)
    })
  })

test.describe('on a desktop', () => {
  test.use(DESK)

  test('VEH-067, VEH-069, VEH-073: the user can leave and return after a reload, and the result appears even without the push channel', async ({
    signedInPage: page,
    owner,
    db,
  }) => {
    await page.routeWebSocket(/\/cable$/, (socket) => socket.close())
    const [row] = await db.query<{ id: string }>(sql`
      insert into bulk_upsertions (fleet_id, user_id, status, byte_size, sha256, read_on, rows_total, rows_done)
      values (${owner.fleetId}, ${owner.id}, 'running', 1, '', current_date, 5000, 1200) returning id`)
    await openLoaded(page, '/vehicles')
    await expect(page.getByText('Bulk upload: 1,200 of 5,000 rows')).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Bulk upload of vehicles' })
    await expect(
      dialog.getByText('You can close this window; you will get the report by email.'),
    ).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/writing-1440.png` })
    await db.query(sql`update bulk_upsertions set status = 'completed', rows_done = 5000, created = 5000, finished_at = now()
      where id = ${row?.id}`)
    await expect(dialog.getByRole('status').filter({ hasText: 'Success' })).toContainText(
      'upload completed. Check your email for a report',
    )
  })

  test('interface rule 13: a user who closed the dialog stays on their screen when the upload succeeds or fails', async ({
    signedInPage: page,
  }) => {
    test.slow()
    await openLoaded(page, '/vehicles')
    const dialog = page.getByRole('dialog', { name: 'Bulk upload of vehicles' })
    for (const [outcome, text] of [
      ['arrives', 'The file has arrived. Processing starts soon.'],
      ['fails', '“vans.csv” was not sent.'],
    ] as const) {
      const release = Promise.withResolvers<void>()
      await page.route('**/vehicles/bulk_upsertions', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        await release.promise
        return outcome === 'arrives' ? route.continue() : route.abort()
      })
      await page.getByRole('link', { name: 'Vehicles', exact: true }).last().click()
      await page.getByRole('button', { name: 'Bulk upload' }).click()
      await dialog.locator('input[type=file]').setInputFiles(csv(fileOf(manyRows(1))))
      await dialog.getByRole('button', { name: 'Send 1 row' }).click(CATALOG_TIMEOUT)
      await expect(dialog.getByRole('status')).toContainText('vans.csv is being read and sent')
      await dialog.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
      await expect(page).toHaveURL(`${origin()}/dashboard`)
      release.resolve()
      await expect(page.getByText(text)).toBeVisible()
      await expect(page).toHaveURL(`${origin()}/dashboard`)
      await page.unroute('**/vehicles/bulk_upsertions')
    }
  })

  test('VEH-011: bulk upload is hidden for brands with enrollment and from users who cannot edit vehicles', async ({
    page,
    context,
    build,
  }) => {
    const fleet = await build.fleet({ brand: 'fuelpass' })
    await build.vehicle(fleet, { name: 'Van 1' })
    await signInDirectly(context, build, await build.user(fleet), origin('fuelpass'))
    await page.goto(`${origin('fuelpass')}/vehicles`)
    await expect(page.getByText('1 vehicle', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Bulk upload' })).toHaveCount(0)
  })
})

test.describe('in French', () => {
  test.use({ ...PHONE, locale: 'fr-CA' })

  test('VEH-071, VEH-072: the link of the email opens the report, in French too', async ({
    page,
    context,
    build,
    db,
  }) => {
    const fleet = await build.fleet({ country: 'CA', brand: 'boreal' })
    const user = await build.user(fleet, { language: 'fr' })
    await signInDirectly(context, build, user, origin('boreal'))
    const [row] = await db.query<{ id: string }>(sql`
      insert into bulk_upsertions (fleet_id, user_id, status, byte_size, sha256, read_on, problem, finished_at)
      values (${fleet.id}, ${user.id}, 'errored', 1, '', current_date, 'no_vin_column', now()) returning id`)
    await page.goto(`${origin('boreal')}/vehicles?upload=${row?.id}`)
    await expect(page.getByRole('alert')).toContainText('Échec du téléversement')
    await expect(page.getByText('Aucune colonne ne s’appelle')).toBeVisible()
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/errored-fr.png` })
    // An unknown upload, or another user's.
    await page.goto(`${origin('boreal')}/vehicles?upload=${crypto.randomUUID()}`)
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  })
})
