import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { readDueStates, readVehiclesAfter } from '#server/modules/vehicles/vehicles/vehicle-export.reads.ts'
import { upload, vinNo } from '#tests/support/bulk-files.ts'
import type { Client } from '#tests/support/client.ts'
import { otherRows } from '#tests/support/entries.ts'
import { plansOf } from '#tests/support/plans.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: { id: number; unit: 'mi' | 'km' }
let driver: Client
let owner: Client

beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: 1 } })
  const { build, db } = server
  fleet = await build.fleet()
  const driverUser = await build.user(fleet, { roles: ['Driver'], firstName: 'Zoé' })
  const full = await build.vehicle(fleet, { name: '=Bravo', odometer: 10_000, drivers: [driverUser] })
  await db.query(sql`update vehicles set vin = '1FTBW2CM3FK491482', license_plate_number = 'KX-492',
    license_plate_state = 'OH', license_plate_expiration = '2027-05-31', other_id = 'A, 1', department_number = '4100',
    cost_per_mile = 0.1609, last_maintenance_date = '2026-03-04' where id = ${full.id}`)
  await otherRows(db).interval(full, { tag: 'Past Due' })
  await build.vehicle(fleet, { name: 'Alpha', isActive: false })
  await build.vehicle(await build.fleet(), { name: 'Foreign' })
  owner = await server.as(await build.user(fleet))
  driver = await server.as(driverUser)
})
afterAll(() => server.stop())

const lines = (body: unknown) => String(body).replace('\ufeff', '').trimEnd().split('\r\n')

describe('vehicles as a file', () => {
  it('has the columns of the list, by name, without anything that a spreadsheet would calculate (VEH-012, VEH-021)', async () => {
    const response = await owner.get('/vehicles.csv?language=EN&is_canada=false&download=true')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="vehicles.csv"')
    expect(lines(response.body)).toEqual([
      'Vehicle,Status,Odometer (mi),Plate,Plate (State),Plate expiration,Other ID,Department,Drivers,Last maintenance,Cost per mile,VIN,Name',
      expect.stringMatching(
        /^'=Bravo,Past due,10000,KX-492,OH,2027-05-31,"A, 1",4100,Zoé Person\d+,2026-03-04,0\.1609,1FTBW2CM3FK491482,'=Bravo$/,
      ),
      'Alpha,Inactive,,,,,,,UnAssigned,,,,Alpha',
    ])
  })

  it('uses French and kilometers on request, without the expiration of plates (VEH-014)', async () => {
    const response = await owner.get('/vehicles.csv?language=FR&is_canada=true&download=true')
    expect(response.headers.get('content-disposition')).toContain('vehicules.csv')
    for (const language of ['fr', 'fr-CA', 'fr_CA'])
      expect((await owner.get(`/vehicles.csv?language=${language}&is_canada=true`)).body).toBe(response.body)
    const [heading, first = ''] = lines(response.body)
    expect(heading).toBe(
      'Véhicule;État;Odomètre (km);Plaque;Plaque (Province);Autre identifiant;Division;Conducteurs;Dernier entretien;Coût par km;NIV;Nom',
    )
    // Decimal commas and semicolons, as Excel in Canadian French reads.
    expect(first).toMatch(/^'=Bravo;En retard;16093;KX-492;OH;"A, 1";.*;0,1000;1FTBW2CM3FK491482;'=Bravo$/)
  })

  it('shows enrollment on the fuel-card brand only, and uses the fleet’s country by default', async () => {
    const canadian = await server.build.fleet({ country: 'CA', brand: 'fuelpass' })
    await server.build.vehicle(canadian, { name: 'Camion', odometer: 5 })
    const user = await server.build.user(canadian)
    const at = async (host: string) =>
      lines((await (await server.as(user, { 'x-forwarded-host': host })).get('/vehicles.csv')).body)
    expect((await at('fuelpass.localhost'))[1]).toMatch(/^Camion,Not enrolled,5,/)
    const elsewhere = await at('boreal.localhost')
    expect(elsewhere[0]).toContain('Odometer (km)')
    expect(elsewhere[1]).toMatch(/^Camion,Not enrolled,5,/)
  })

  it('contains a driver’s own vehicles only, and opens once with a ticket (ruling 8, ruling 10)', async () => {
    const { ticket } = (await driver.post('/tickets', { purpose: 'download' })).body
    const own = await server.client().get(`/vehicles.csv?auth_token=${ticket}`)
    expect(lines(own.body)).toHaveLength(2)
    expect((await server.client().get(`/vehicles.csv?auth_token=${ticket}`)).status).toBe(401)
  })

  it('of 20,000 vehicles is streamed, each of them once, in order', async () => {
    const big = await server.build.fleet()
    await server.db.query(sql`
      insert into vehicles (fleet_id, year, make, model, name_of_vehicle, odometer_units)
      select ${big.id}, 2020, 'Ram', 'ProMaster', case when n % 3 = 0 then 'Same' else 'V' || lpad(n::text, 5, '0') end, 'mi'
      from generate_series(1, 20000) n`)
    const { ticket } = (
      await (await server.as(await server.build.user(big))).post('/tickets', { purpose: 'download' })
    ).body
    const response = await fetch(`${server.url}/api/v4/vehicles.csv?auth_token=${ticket}`)
    const reader = response.body!.getReader()
    const first = await reader.read()
    // The part that is sent before the rest is read; the whole is over a megabyte.
    expect(first.value!.length).toBeLessThan(200_000)
    // Renamed while the file is read: it continues after its last position.
    await server.db.query(sql`delete from vehicles where fleet_id = ${big.id} and name_of_vehicle = 'V20000'`)
    let [text, pieces] = [new TextDecoder().decode(first.value, { stream: true }), 1]
    const decoder = new TextDecoder()
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      text += decoder.decode(value, { stream: true })
      pieces += 1
    }
    expect(pieces).toBeGreaterThan(10)
    const names = lines(text)
      .slice(1)
      .map((line) => line.split(',')[0])
    expect(names).toHaveLength(19_999)
    expect(names.filter((name) => name === 'Same')).toHaveLength(6666)
    expect(names).toEqual(names.toSorted())
  })

  it('is read from its indexes', async () => {
    const actor = {
      userId: 1,
      roles: ['Owner'] as const,
      language: 'en' as const,
      fleet: {
        id: fleet.id,
        country: 'US' as const,
        unit: 'mi' as const,
        timeZone: 'UTC',
        affiliationId: null,
      },
    }
    const plans = await plansOf(
      server,
      fleet.id,
      async (tx) => {
        await readVehiclesAfter(tx, actor, { name: 'A', id: 1 }, 1000)
        await readDueStates(tx, fleet.id, [1, 2])
      },
      { isForced: true },
    )
    expect(plans[0]).toContain('vehicles_by_name')
    expect(plans[0]).not.toContain('Sort')
    expect(plans.at(-1)).toMatch(/Index Scan using maintenance_intervals_(vehicle|fleet)/)
  })
})

describe('a downloaded file of vehicles that is uploaded again', () => {
  const stored = (fleetId: number) =>
    server.db.query(sql`select v.*, (select count(*) from odometer_readings r where r.vehicle_id = v.id) as readings
      from vehicles v where v.fleet_id = ${fleetId} order by v.id`)

  it.each([
    ['EN', false, 'US'],
    ['EN', true, 'US'],
    ['FR', true, 'CA'],
    ['FR', false, 'CA'],
  ] as const)(
    'changes nothing (VEH-012, VEH-064): %s, kilometers %s, fleet of %s',
    async (language, isCanada, country) => {
      const { build, db } = server
      const own = await build.fleet({ country })
      const client = await server.as(await build.user(own))
      const names = ['=Bravo', "'=Quoted", 'A, "B"; C', null, '＝Wide', '0042', 'Fourgonnette n° 1']
      for (const [i, name] of names.entries()) {
        const { id } = await build.vehicle(own, { name: 'x', odometer: 10_001 + 7 * i })
        await db.query(sql`update vehicles set vin = ${vinNo(i)}, name_of_vehicle = ${name}, license_plate_number = ${`kx ${i}`},
        license_plate_state = ${country === 'CA' ? 'QC' : 'OH'}, other_id = ${`'0${i}`}, department_number = '-4100',
        make = 'Ford', model = 'F-150', cost_per_mile = 0.1609 where id = ${id}`)
      }
      const before = await stored(own.id)
      const file = String((await client.get(`/vehicles.csv?language=${language}&is_canada=${isCanada}`)).body)

      const { body } = await upload(client, file)
      await server.services.bulkRun.run(body.id)
      const done = (await client.get(`/vehicles/bulk_upsertions/${body.id}`)).body
      expect(done).toMatchObject({
        status: 'completed',
        unchanged: names.length,
        created: 0,
        updated: 0,
        refused: 0,
        warned: 0,
      })
      expect(await stored(own.id)).toEqual(before)

      // A user's change is applied, in the unit of the heading.
      const column = isCanada ? 'kilometers' : 'miles'
      const [first] = (await client.get('/vehicles?per_page=500')).body.vehicles.filter(
        (vehicle: { vin: string }) => vehicle.vin === vinNo(5),
      )
      const changed = await upload(client, file.replace(String(first[column]), String(first[column] + 100)))
      await server.services.bulkRun.run(changed.body.id)
      expect((await client.get(`/vehicles/bulk_upsertions/${changed.body.id}`)).body).toMatchObject({
        updated: 1,
        unchanged: names.length - 1,
      })
      expect((await client.get(`/vehicles/${first.id}`)).body[column]).toBe(first[column] + 100)
    },
  )
})
