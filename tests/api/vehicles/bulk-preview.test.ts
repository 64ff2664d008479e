import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BulkReportRow } from '#contract/vehicles/bulk.ts'
import { sql } from '#server/db/sql.ts'
import { previewFile } from '#src/features/vehicles/bulk/preview-file.ts'
import { type FileRow, fileOf, manyRows, upload, vinNo } from '#tests/support/bulk-files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** A fleet with vehicles that have plates, that have a log, that are inactive, and that have no VIN. */
async function aFleet() {
  const fleet = await server.build.fleet()
  const client = await server.as(await server.build.user(fleet))
  for (const [n, plate] of [
    [0, 'AB 12'],
    [4, 'CD 34'],
    [8, null],
  ] as const) {
    const { id } = await server.build.vehicle(fleet)
    await server.db.query(sql`update vehicles set vin = ${vinNo(n)}, license_plate_number = ${plate},
      license_plate_state = 'OH', is_active = ${n !== 8}, odometer = 90000 where id = ${id}`)
    await server.db.query(sql`insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source)
      values (${fleet.id}, ${id}, 90000, 'mi', current_date - 30, 'driver')`)
  }
  const { id } = await server.build.vehicle(fleet)
  await server.db.query(sql`update vehicles set vin = null, license_plate_number = 'EF-56' where id = ${id}`)
  return { fleet, client }
}

it('VEH-065: the preview and the result of an upload agree on every row', async () => {
  const { client } = await aFleet()
  const unknown = `${vinNo(0).slice(0, 3)}ZZZZZ${vinNo(0).slice(8)}`
  const rows: FileRow[] = [
    // Two rows of the file, one of them far after the other.
    { vin: vinNo(100), license_plate_number: 'ZZ 1', license_plate_state: 'OH' },
    // A plate of the fleet, and one that the file moves to another vehicle.
    { vin: vinNo(104), license_plate_number: 'ef56', license_plate_state: 'OH' },
    { vin: vinNo(108), license_plate_number: 'AB12', license_plate_state: 'OH' },
    { vin: vinNo(0), license_plate_number: 'NEW 1', license_plate_state: 'OH' },
    // An inactive vehicle, a doubtful reading, decimals, an unknown VIN, and refused rows.
    { vin: vinNo(8), name_of_vehicle: 'Old' },
    { vin: vinNo(4), odometer: 900 },
    { vin: vinNo(112), odometer: '45210.7' },
    { vin: vinNo(116), odometer: '45210.0' },
    { vin: unknown },
    { name_of_vehicle: 'No VIN' },
    { vin: vinNo(100) },
    ...manyRows(1200, 1000),
    { vin: vinNo(120), license_plate_number: 'zz1' },
  ]
  const file = fileOf(rows)
  const stored = (await client.get('/vehicles?per_page=500')).body.vehicles
  const preview = await previewFile(
    new Blob([file]),
    stored,
    async (input) => (await client.post('/vehicles/bulk_upsertions/check', input)).body,
  )
  expect(preview).toMatchObject({ isChecked: true, problem: null })

  const { body } = await upload(client, file)
  await server.services.bulkRun.run(body.id)
  const result: BulkReportRow[] = (await client.get(`/vehicles/bulk_upsertions/${body.id}/rows?per_page=200`))
    .body.rows
  const noteTexts = (notes: readonly { code: string; column: string | null }[]) =>
    notes.map(({ code, column }) => `${code} ${column}`).sort()
  const promised = preview.rows
    .filter(({ notes }) => notes.length > 0)
    .map(({ row, verdict, notes }) => [row, verdict === 'refused', noteTexts(notes)])
  expect(promised).toEqual(
    result
      .sort((a, b) => a.row - b.row)
      .map(({ row, is_refused, notes }) => [row, is_refused, noteTexts(notes)]),
  )
  expect(promised.map(([row, , notes]) => [row, ...(notes as string[])])).toEqual([
    [2, 'duplicate_plate license_plate_number'],
    [3, 'duplicate_plate license_plate_number'],
    [6, 'inactive null'],
    [7, 'odometer_doubtful odometer'],
    [8, 'odometer_decimals odometer'],
    [10, 'unknown_vin vin'],
    [11, 'vin_required vin'],
    [12, 'duplicate_vin vin'],
    [1213, 'duplicate_plate license_plate_number'],
  ])
  // New and known rows as well.
  const done = (await client.get(`/vehicles/bulk_upsertions/${body.id}`)).body
  expect(preview.rows.filter(({ verdict }) => verdict === 'new')).toHaveLength(done.created)
  expect(preview.rows.filter(({ verdict }) => verdict === 'known')).toHaveLength(
    done.updated + done.unchanged,
  )
})

it('VEH-065: a preview reports that the server could not be reached', async () => {
  const preview = await previewFile(new Blob([fileOf(manyRows(3))]), [], () =>
    Promise.reject(new Error('no connection')),
  )
  expect(preview).toMatchObject({ isChecked: false, problem: null })
  expect(preview.rows).toHaveLength(3)
})

it('a check of a malformed VIN does not spoil well-formed VINs of the same kind for any fleet', async () => {
  const [first, second] = [(await aFleet()).client, (await aFleet()).client]
  const vin = `${vinNo(0).slice(0, 7)}7${vinNo(0).slice(8)}`
  const check = async (client: typeof first, one: string) =>
    (await client.post('/vehicles/bulk_upsertions/check', { vins: [one], odometers: [null] })).body.rows[0]
  const malformed = await check(first, `${vin.slice(0, 8)}?${vin.slice(9)}`)
  expect(malformed.notes).toEqual([{ code: 'unknown_vin', column: 'vin' }])
  expect((await check(second, vin)).notes).toEqual([])
})
