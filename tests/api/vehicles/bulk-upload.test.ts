import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BULK_FILE_MAX_BYTES } from '#domain/vehicles/bulk-file.ts'
import { sql } from '#server/db/sql.ts'
import { dataUrlOf, type FileRow, fileOf, manyRows, upload, vinNo } from '#tests/support/bulk-files.ts'
import type { Client } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: Awaited<ReturnType<TestServer['build']['fleet']>>
let user: Awaited<ReturnType<TestServer['build']['user']>>
let client: Client

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  fleet = await server.build.fleet()
  user = await server.build.user(fleet)
  client = await server.as(user)
})

/** Uploads a file, processes it, and returns the result. */
async function uploaded(file: string | Buffer, as = client) {
  const { status, body } = await upload(as, file)
  expect([status, body.status]).toEqual([202, 'waiting'])
  await server.services.bulkRun.run(body.id)
  return (await as.get(`/vehicles/bulk_upsertions/${body.id}`)).body
}
const vehicles = (id = fleet.id) =>
  server.db.query<Record<string, unknown>>(sql`
    select vin, year, make, model, vehicle_type_id, license_plate_number, license_plate_state, name_of_vehicle, other_id,
      department_number, odometer, odometer_units, is_active from vehicles where fleet_id = ${id} order by id`)
const readings = () =>
  server.db.query<Record<string, unknown>>(sql`
    select v.vin, r.value, r.unit, r.source, r.is_doubtful from odometer_readings r join vehicles v on v.id = r.vehicle_id
    where r.fleet_id = ${fleet.id} order by r.created_at, r.value`)
const codesOf = async (id: string) =>
  (await client.get(`/vehicles/bulk_upsertions/${id}/rows`)).body.rows.map(
    ({ row, is_refused, notes }: { row: number; is_refused: boolean; notes: { code: string }[] }) => [
      row,
      is_refused ? 'refused' : 'taken',
      ...notes.map(({ code }) => code),
    ],
  )
const mails = () =>
  server.db.query<{ subject: string; text: string; html: string }>(
    sql`select subject, text, html from mails where recipient = ${user.email} order by created_at`,
  )

describe('POST /vehicles/bulk_upsertions (VEH-066)', () => {
  it('adds vehicles with the data of their VIN, and their readings as the first entries of their logs', async () => {
    const rows: FileRow[] = [
      {
        ...manyRows(1)[0],
        vin: ` ${vinNo(0).toLowerCase()} `,
        license_plate_state: 'Ohio',
        odometer: '45,210',
      },
      { vin: vinNo(3) },
    ]
    const file = fileOf(rows).replace('45,210', '"45,210"')
    expect(await uploaded(file)).toMatchObject({
      status: 'completed',
      file_name: 'vans.csv',
      rows_total: 2,
      rows_done: 2,
      problem: null,
      created: 2,
      updated: 0,
      unchanged: 0,
      refused: 0,
    })
    expect(await vehicles()).toMatchObject([
      {
        vin: vinNo(0),
        year: 2020,
        make: 'Ford',
        model: 'F-150',
        vehicle_type_id: 'light',
        license_plate_number: 'P0',
        license_plate_state: 'OH',
        name_of_vehicle: 'Van 0',
        other_id: '000000',
        department_number: 'D0',
        odometer: 45_210,
        odometer_units: 'mi',
      },
      { vin: vinNo(3), year: 2018, make: 'International', vehicle_type_id: 'medium_heavy', odometer: null },
    ])
    expect(await readings()).toEqual([
      { vin: vinNo(0), value: 45_210, unit: 'mi', source: 'import', is_doubtful: false },
    ])
    expect((await client.get('/vehicles?search=Van%200')).body.total_count).toBe(1)
  })

  it('updates known vehicles with the file’s values, and keeps what is missing there', async () => {
    await uploaded(fileOf(manyRows(3)))
    const before = await vehicles()
    const again = await uploaded(
      fileOf([
        { vin: vinNo(0), name_of_vehicle: 'Renamed', odometer: 5000 },
        { vin: vinNo(1), odometer: 3 },
        { vin: vinNo(2), other_id: '000002' },
        { vin: vinNo(9) },
      ]),
    )
    expect(again).toMatchObject({ created: 1, updated: 1, unchanged: 2, refused: 0, warned: 0 })
    const after = await vehicles()
    expect(after[0]).toEqual({ ...before[0], name_of_vehicle: 'Renamed', odometer: 5000 })
    expect(after.slice(1, 3)).toEqual(before.slice(1))
    // The lower one of the same day is in the log, but is not the latest.
    expect(await readings()).toHaveLength(5)
  })

  it('writes the same file twice without a second reading or a new revision', async () => {
    await uploaded(fileOf(manyRows(20)))
    const before = await server.db.query(
      sql`select id, rev from vehicles where fleet_id = ${fleet.id} order by id`,
    )
    expect(await uploaded(fileOf(manyRows(20)))).toMatchObject({ created: 0, updated: 0, unchanged: 20 })
    expect(
      await server.db.query(sql`select id, rev from vehicles where fleet_id = ${fleet.id} order by id`),
    ).toEqual(before)
    expect(await readings()).toHaveLength(20)
  })

  it('stores a reading that does not fit, marks it, and does not use it (ruling 20)', async () => {
    const { id } = await server.build.vehicle(fleet)
    await server.db.query(sql`update vehicles set vin = ${vinNo(0)}, odometer = 90000 where id = ${id}`)
    await server.db.query(sql`insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source)
      values (${fleet.id}, ${id}, 90000, 'mi', current_date - 30, 'driver')`)
    const { id: uploadId } = await uploaded(fileOf([{ vin: vinNo(0), odometer: 900 }]))
    expect(await codesOf(uploadId)).toEqual([[2, 'taken', 'odometer_doubtful']])
    expect((await readings()).map(({ value, is_doubtful }) => [value, is_doubtful])).toEqual([
      [90_000, false],
      [900, true],
    ])
    expect((await vehicles())[0]).toMatchObject({ odometer: 90_000 })
  })

  it('gives each invalid row a reason, and writes the others (VEH-065)', async () => {
    const [good, inactive] = [vinNo(0), vinNo(8)]
    await server.build.vehicle(fleet)
    await server.db.query(
      sql`update vehicles set vin = ${inactive}, is_active = false where fleet_id = ${fleet.id}`,
    )
    const wrongDigit = vinNo(4).slice(0, 8) + (vinNo(4)[8] === '1' ? '2' : '1') + vinNo(4).slice(9)
    const rows: FileRow[] = [
      { name_of_vehicle: 'No VIN' },
      { vin: good, license_plate_number: 'AB 12', license_plate_state: 'OH' },
      { vin: good },
      { vin: '1FTFW1E5' },
      { vin: good.replace('1', 'I') },
      { vin: '1.23457E+16' },
      { vin: '=1+1' },
      { vin: wrongDigit },
      { vin: inactive, name_of_vehicle: 'Old' },
      { vin: vinNo(12), license_plate_number: 'ab-12', license_plate_state: 'OH' },
      { vin: vinNo(16), license_plate_state: 'Atlantis', odometer: 'far' },
      { vin: vinNo(20), odometer: '45.210' },
      { vin: vinNo(24), name_of_vehicle: 'x'.repeat(101) },
      { vin: vinNo(28), name_of_vehicle: 'nul \u0000' },
      { vin: vinNo(32), other_id: `="""00123"""` },
      { vin: '1M8GDM9AXKP042788' },
    ]
    const done = await uploaded(fileOf(rows))
    expect(done).toMatchObject({ status: 'completed_with_errors', rows_total: 16, rows_done: 16 })
    expect(await codesOf(done.id)).toEqual(
      [
        [2, 'refused', 'vin_required'],
        [4, 'refused', 'duplicate_vin'],
        [5, 'refused', 'vin_length'],
        [6, 'refused', 'vin_characters'],
        [7, 'refused', 'scientific'],
        [8, 'refused', 'formula'],
        [12, 'refused', 'state', 'odometer'],
        [13, 'refused', 'odometer'],
        [14, 'refused', 'too_long'],
        [15, 'refused', 'text'],
        [3, 'taken', 'duplicate_plate'],
        [9, 'taken', 'check_digit'],
        [10, 'taken', 'inactive'],
        [11, 'taken', 'duplicate_plate'],
      ].sort(
        (a, b) => Number(a[1] !== 'refused') - Number(b[1] !== 'refused') || Number(a[0]) - Number(b[0]),
      ),
    )
    expect((await vehicles()).filter(({ vin }) => vin === inactive)).toMatchObject([
      { name_of_vehicle: 'Old', is_active: false },
    ])
  })

  it('finds the heading below empty lines, as spreadsheets leave them above a table', async () => {
    for (const file of [`\n  \r\nvin;name\n${vinNo(0)};Van\n`, `;;\nvin;name;\n${vinNo(1)};Van;\n1;;\n`])
      await uploaded(file)
    expect(await vehicles()).toMatchObject([
      { vin: vinNo(0), name_of_vehicle: 'Van' },
      { vin: vinNo(1), name_of_vehicle: 'Van' },
    ])
    const { body } = await client.get('/vehicles/bulk_upsertions')
    expect(await codesOf(body.bulk_upsertions[0].id)).toEqual([[4, 'refused', 'vin_length']])
  })

  it('keeps the year that a user set on a vehicle which the catalog does not know', async () => {
    const unknown = `${vinNo(0).slice(0, 3)}ZZZZZ${vinNo(0).slice(8)}`
    await uploaded(fileOf([{ vin: unknown }]))
    await server.db.query(
      sql`update vehicles set year = 2011, engine = 'V9', sub_model = 'S' where vin = ${unknown}`,
    )
    await uploaded(fileOf([{ vin: unknown, name_of_vehicle: 'Van' }]))
    const [vehicle] = await server.db.query(
      sql`select year, engine, sub_model, name_of_vehicle from vehicles where vin = ${unknown}`,
    )
    expect(vehicle).toEqual({ year: 2011, engine: 'V9', sub_model: 'S', name_of_vehicle: 'Van' })
  })

  it('returns the refused rows as a file that can be corrected and sent again, safe in a spreadsheet (S-17)', async () => {
    const { id } = await uploaded(
      fileOf([
        { vin: vinNo(0).slice(1), name_of_vehicle: '=cmd|calc' },
        { vin: vinNo(1), name_of_vehicle: '@Home' },
      ]),
    )
    const response = await client.get(`/vehicles/bulk_upsertions/${id}/refused.csv?language=fr`)
    expect(response.headers.get('content-disposition')).toContain('lignes-refusees.csv')
    const [heading, row, ...rest] = String(response.body).replace('\ufeff', '').trim().split('\r\n')
    expect(heading).toMatch(/^vin;license_plate_number;.*;odometer;ligne;motif$/)
    expect(row).toMatch(
      new RegExp(
        `^${vinNo(0).slice(1)};;;'=cmd\\|calc;;;;2;"?Nom\\u00a0: C’est une formule.*Un NIV compte 17`,
      ),
    )
    expect(rest).toEqual([])
    const mended = String(response.body).replace(vinNo(0).slice(1), vinNo(0)).replace("'=cmd|calc", 'Calc')
    expect(await uploaded(mended)).toMatchObject({ status: 'completed', created: 1 })
  })

  it('keeps the unit of the heading, and text in the notation of Excel, in the file of refused rows', async () => {
    const { id } = await uploaded(
      `vin,Odometer (km),other_id,department_number\n${vinNo(0).slice(1)},1000,"=""00123""",'007\n`,
    )
    const { body } = await client.get(`/vehicles/bulk_upsertions/${id}/refused.csv`)
    expect(String(body)).toContain('odometer (km)')
    await uploaded(String(body).replace(vinNo(0).slice(1), vinNo(0)))
    const [vehicle] = await server.db.query(
      sql`select odometer, other_id, department_number from vehicles where fleet_id = ${fleet.id}`,
    )
    expect(vehicle).toEqual({ odometer: 621, other_id: '00123', department_number: '007' })
  })

  it.each([
    ['an empty file', '', 'empty'],
    ['a heading alone', 'vin,odometer\n', 'empty'],
    ['empty lines', '\r\n;;\r\n', 'empty'],
    ['a file without VINs', 'name,plate\na,b\n', 'no_vin_column'],
    ['one column twice', `vin,VIN\n${vinNo(0)},${vinNo(1)}\n`, 'column_twice'],
    ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 1, 2]), 'spreadsheet'],
    ['a million columns', `vin${',x'.repeat(1_000_000)}\n`, 'too_many_columns'],
    ['zeros alone', Buffer.alloc(5000), 'no_vin_column'],
  ])('refuses %s as a whole, writes nothing and gives the reason', async (_what, file, problem) => {
    expect(await uploaded(file)).toMatchObject({ status: 'errored', problem, created: 0 })
    expect(await vehicles()).toEqual([])
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Vehicle upload failed'])
  })

  it('sends one email with the result, in the language of its reader', async () => {
    user = await server.build.user(fleet, { language: 'fr' })
    client = await server.as(user)
    const done = await uploaded(fileOf([{ name_of_vehicle: 'Sans NIV' }, ...manyRows(2)]))
    await server.services.bulkRun.run(done.id)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Téléversement de véhicules terminé avec des erreurs')
    expect(mail?.text).toContain('Nouveaux véhicules\u00a0: 2')
    expect(mail?.text).toContain('Ligne 2\u00a0: Le NIV manque.')
    expect(mail?.text).toContain(`/vehicles?upload=${done.id}&fleet=${fleet.id}\n`)
  })

  it('accepts base64 as any JSON writer formats it, and nothing else', async () => {
    const file = fileOf(manyRows(1)).padEnd(3000, ' ')
    const escaped = JSON.stringify({ fileData: dataUrlOf(file) })
      .replaceAll('/', '\\/')
      .replace(/[A-Z]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
    const json = { 'content-type': 'application/json' }
    const taken = await client.post('/vehicles/bulk_upsertions', escaped.replace('\\u0044ata', 'Data'), json)
    expect(taken.status).toBe(202)
    await server.services.bulkRun.run(taken.body.id)
    expect(await vehicles()).toHaveLength(1)
    for (const [fileData, status] of [
      ['data:text/csv,vin', 422],
      ['data:text/csv;base64,!!!', 422],
      ['data:text/csv;base64,AAAA=AAA', 422],
      ['', 422],
      [7, 422],
    ] as const)
      expect((await client.post('/vehicles/bulk_upsertions', { fileData })).status).toBe(status)
    expect(
      (await client.post('/vehicles/bulk_upsertions', '{"fileData":"data:;base64,AAAA', json)).status,
    ).toBe(400)
    expect(
      (await client.post('/vehicles/bulk_upsertions', 'vin', { 'content-type': 'text/csv' })).status,
    ).toBe(415)
  })

  it('accepts a file of 100,000 rows, and not one above its limit', async () => {
    const line = `${vinNo(0)},ABC1234,OH,${'Van of somebody '.repeat(3)},123456,Dept 12,123456\r\n`
    const large = `${fileOf([])}${line.repeat(100_000)}`
    expect((await upload(client, large)).status).toBe(202)
    const [stored] = await server.db.query(sql`
      select sum(length(bytes)) as bytes, encode(sha256(string_agg(bytes, ''::bytea order by number)), 'hex') as sha256
      from bulk_upsertion_parts where fleet_id = ${fleet.id}`)
    const sha256 = createHash('sha256').update(large).digest('hex')
    expect(stored).toEqual({ bytes: large.length, sha256 })
    await server.db.query(sql`update bulk_upsertions set status = 'errored' where fleet_id = ${fleet.id}`)
    const tooLarge = await upload(client, Buffer.alloc(BULK_FILE_MAX_BYTES + 1, 'x'))
    expect([tooLarge.status, tooLarge.body.code]).toEqual([413, 'too_large'])
  })

  it('allows one upload in progress per fleet; the same file again, as after a lost response, is that upload', async () => {
    const file = fileOf(manyRows(2))
    const { body } = await upload(client, file)
    const same = await upload(client, file)
    expect([same.status, same.body.id]).toEqual([202, body.id])
    const other = await upload(client, fileOf(manyRows(3)))
    expect([other.status, other.body.code]).toEqual([409, 'upload_running'])
    await server.services.bulkRun.run(body.id)
    expect((await upload(client, fileOf(manyRows(3)))).status).toBe(202)
  })

  it('is for users who may edit vehicles, and shows nothing of it to another fleet', async () => {
    const { id } = await uploaded(fileOf([{ vin: 'x' }]))
    const driver = await server.as(await server.build.user(fleet, { roles: ['Driver'] }))
    expect((await upload(driver, fileOf(manyRows(1)))).status).toBe(403)
    const stranger = await server.as(await server.build.user(await server.build.fleet()))
    for (const path of ['', '/rows', '/refused.csv'])
      expect((await stranger.get(`/vehicles/bulk_upsertions/${id}${path}`)).status).toBe(404)
    expect((await stranger.get('/vehicles/bulk_upsertions')).body.bulk_upsertions).toEqual([])
    expect((await client.get('/vehicles/bulk_upsertions')).body.bulk_upsertions[0]).toMatchObject({
      id,
      refused: 1,
    })
  })
})

it('writes nothing if the fleet’s brand lost the feature after the file was sent (VEH-110)', async () => {
  const { body } = await upload(client, fileOf(manyRows(2)))
  await server.db.query(sql`update fleets set brand = 'fuelpass' where id = ${fleet.id}`)
  await server.services.bulkRun.run(body.id)
  expect((await client.get(`/vehicles/bulk_upsertions/${body.id}`)).body).toMatchObject({
    status: 'errored',
    problem: 'not_allowed',
  })
  expect(await vehicles()).toEqual([])
})

it('is not written again if it is repeated with its key after a later edit (VEH-111)', async () => {
  const [row] = manyRows(1)
  const body = { fileData: dataUrlOf(fileOf([{ ...row, department_number: 'Parks' }])) }
  const key = { 'idempotency-key': randomUUID() }
  const first = await client.post('/vehicles/bulk_upsertions', body, key)
  await server.services.bulkRun.run(first.body.id)
  await server.db.query(sql`update vehicles set department_number = 'Roads' where fleet_id = ${fleet.id}`)
  const again = await client.post('/vehicles/bulk_upsertions', body, key)
  expect([again.status, again.body.id]).toEqual([202, first.body.id])
  await server.services.bulkRun.run(again.body.id)
  expect(await vehicles()).toMatchObject([{ department_number: 'Roads' }])
  const other = await client.post(
    '/vehicles/bulk_upsertions',
    { fileData: dataUrlOf(fileOf(manyRows(2))) },
    key,
  )
  expect(other.body.code).toBe('key_reused')
})
