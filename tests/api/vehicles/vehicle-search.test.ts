import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { vehicleSearchText } from '#domain/vehicles/vehicle-search.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { findRows, vehicleRows } from '#src/features/vehicles/vehicles/vehicle-rows.ts'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import type { Client } from '#tests/support/client.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const VEHICLES = 150
const QUERIES = 150
const SEED = 'vehicle search'

let server: TestServer
let fleet: { id: number; unit: 'mi' | 'km' }
let owner: Client
let drivers: { id: number }[]

const NAMES = [
  'Équipe Montréal',
  'Unit 12-7',
  'Zoë’s van',
  'CŒUR ÅNGSTRÖM',
  'Łódź 4',
  'Fleet–North',
  '100%_van\\',
  'ΣΊΣΥΦΟΣ',
  'F150 spare',
]
const MAKES = ['Ford', 'Citroën', 'ŠKODA', 'Ram']
const MODELS = ['F-150', 'CX5', 'Transit Connect', 'Berlingo', 'e-NV200']
const SUB_MODELS = ['XL SuperCrew', 'Édition spéciale', 'Type-S']
const PLATES = ['KX-492', 'GKP 4412', 'AB\u00a0123 CD', '7–ABC', 'éa 12-34']
const DRIVERS = ['Hélène Roy', 'Jean-Luc Côté', 'ROSALIND Müller', 'Øystein Ñuñez']

const random = seededRandom(SEED)
const below = (end: number) => Math.floor(random() * end)
const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
const maybe = <Value>(value: Value): Value | null => (random() < 0.7 ? value : null)
const digits = (count: number) => Array.from({ length: count }, () => below(10)).join('')

beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
  owner = await server.as(await server.build.user(fleet))
  drivers = []
  for (const name of DRIVERS) {
    const [firstName = '', lastName = ''] = name.split(' ')
    const driver = await server.build.user(fleet, { roles: ['Driver'], firstName })
    await server.db.query(sql`update users set last_name = ${lastName} where id = ${driver.id}`)
    drivers.push(driver)
  }
  for (let nth = 0; nth < VEHICLES; nth++) {
    const [row] = await server.db.query<{ id: number }>(sql`
      insert into vehicles (fleet_id, odometer_units, name_of_vehicle, year, make, model, sub_model, vin,
        license_plate_number, other_id, department_number, is_active)
      values (${fleet.id}, 'mi', ${maybe(`${oneOf(NAMES)} ${nth}`)}, ${maybe(2000 + below(25))}, ${maybe(oneOf(MAKES))},
        ${maybe(oneOf(MODELS))}, ${maybe(oneOf(SUB_MODELS))}, ${maybe(`1FTBW2CM3F${digits(4)}${nth + 100}`)},
        ${maybe(oneOf(PLATES))}, ${maybe(`N-${digits(3)}`)}, ${maybe(`Dépôt ${below(9)}`)}, ${random() < 0.8}) returning id`)
    if (random() < 0.5)
      await server.db.query(sql`insert into vehicle_drivers (fleet_id, vehicle_id, user_id)
        select ${fleet.id}, ${row?.id}, u from unnest(${[oneOf(drivers).id, oneOf(drivers).id]}::bigint[]) u
        on conflict do nothing`)
  }
}, 120_000)
afterAll(() => server.stop())

const allVehicles = async (): Promise<Vehicle[]> => (await owner.get('/vehicles?per_page=500')).body.vehicles

/** Returns a search that was cut from a vehicle's texts as users type them: parts of words, in any case, with or without accents. */
function searchFrom(vehicle: Vehicle): string {
  const texts = [
    vehicle.name_of_vehicle,
    vehicle.make,
    vehicle.model,
    vehicle.sub_model,
    vehicle.vin,
    `${vehicle.year ?? ''}`,
    vehicle.license_plate_number,
    vehicle.other_id,
    vehicle.department_number,
    ...vehicle.driver_names,
  ].filter((text) => text !== null && text !== '')
  const words = Array.from({ length: 1 + below(3) }, () => typed(oneOf(texts) ?? ''))
  return words.join(oneOf([' ', '  ', '\t', '\u00a0']))
}

function typed(text: string): string {
  const start = random() < 0.5 ? 0 : below(text.length)
  const part = text.slice(start, start + 1 + below(text.length))
  return oneOf<(typed: string) => string>([
    (as) => as,
    (as) => as.toUpperCase(),
    (as) => as.toLowerCase(),
    (as) => as.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, ''),
    (as) => as.normalize('NFD'),
    (as) => as.replaceAll(/[\s-]/g, ''),
  ])(part)
}

describe('the search of vehicles', () => {
  it('finds the same vehicles on the server as on a device without a connection (VEH-074)', async () => {
    const vehicles = await allVehicles()
    const rows = vehicleRows(vehicles, { dueOf: () => 'fine', waitingOf: () => 0, hasEnrollment: false })
    let found = 0
    for (let nth = 0; nth < QUERIES; nth++) {
      const search = searchFrom(oneOf(vehicles))
      const onDevice = findRows(rows, search, 'all').map(({ id }) => id)
      const response = await owner.get(`/vehicles?per_page=500&search=${encodeURIComponent(search)}`)
      const ids = response.body.vehicles.map(({ id }: Vehicle) => id)
      expect({ search, ids: ids.toSorted() }).toEqual({ search, ids: onDevice.toSorted() })
      expect(response.body.total_count, search).toBe(onDevice.length)
      if (onDevice.length > 0 && onDevice.length < vehicles.length) found++
    }
    expect(found).toBeGreaterThan(QUERIES / 2)
  })

  it.each([
    ['montreal', 'Équipe Montréal'],
    ['MONTRÉAL équi', 'Équipe Montréal'],
    ['kx492', 'KX-492'],
    ['x49', 'KX-492'],
    ['gkp4412', 'GKP 4412'],
    ['edition SPECIALE', 'Édition spéciale'],
    ['helene', 'Hélène Roy'],
    ['f150', 'F-150'],
    ['F-150', 'F150 spare'],
    ['cx-5', 'CX5'],
  ])('%s finds %s', async (search, text) => {
    const response = await owner.get(`/vehicles?per_page=500&search=${encodeURIComponent(search)}`)
    const has = (vehicle: Vehicle) => JSON.stringify(vehicle).includes(text)
    expect(response.body.vehicles.filter(has)).toEqual((await allVehicles()).filter(has))
    expect(response.body.vehicles.length).toBeGreaterThan(0)
  })
})

describe('the stored text', () => {
  /** Vehicles of all fleets whose stored text differs from the app's, up to the order of the drivers' names. */
  async function differences(): Promise<unknown[]> {
    const stored = await server.db.query<{
      vehicle_id: number
      fleet_id: number
      is_active: boolean
      text: string
    }>(sql`select * from vehicle_texts order by vehicle_id`)
    const vehicles = await server.db.query<Vehicle & { fleet_id: number }>(sql`
      select v.*, array(select u.first_name || ' ' || u.last_name from vehicle_drivers d join users u on u.id = d.user_id
        where d.vehicle_id = v.id order by u.id) as driver_names from vehicles v order by v.id`)
    const wanted = vehicles.map((vehicle) => ({
      vehicle_id: vehicle.id,
      fleet_id: vehicle.fleet_id,
      is_active: vehicle.is_active,
      text: vehicleSearchText(vehicle),
    }))
    const texts = new Set(
      stored.map((row) => [row.vehicle_id, row.fleet_id, row.is_active, row.text].join('|')),
    )
    return [
      ...wanted.filter(
        (row) => !texts.delete([row.vehicle_id, row.fleet_id, row.is_active, row.text].join('|')),
      ),
      ...texts,
    ]
  }

  it('is the one that the app searches, and follows every change of a vehicle and its drivers', async () => {
    expect(await differences()).toEqual([])
    const [first, second] = await allVehicles()
    const other = await server.build.fleet()
    const driver = await server.build.user(fleet, { roles: ['Driver'] })
    const changes: Query[] = [
      sql`update vehicles set name_of_vehicle = 'Été' where fleet_id = ${fleet.id} and id % 3 = 0`,
      sql`update vehicles set sub_model = 'GT', license_plate_number = 'Q 1-2', vin = null, is_active = not is_active`,
      sql`update vehicles set odometer = 4000`,
      sql`insert into vehicle_drivers (fleet_id, vehicle_id, user_id)
        select fleet_id, id, ${driver.id} from vehicles where id in (${first?.id}, ${second?.id})`,
      sql`update users set first_name = 'Renée' where id = ${driver.id}`,
      sql`delete from vehicle_drivers where vehicle_id = ${first?.id}`,
      sql`update vehicles set fleet_id = ${other.id}, department_number = null where id = ${first?.id}`,
      sql`delete from users where id = ${driver.id}`,
      sql`delete from vehicles where id = ${second?.id}`,
    ]
    for (const change of changes) {
      await server.db.query(change)
      expect({ change: change.text, differences: await differences() }).toEqual({
        change: change.text,
        differences: [],
      })
    }
  })

  it('returns with a deleted vehicle that is restored', async () => {
    const [{ id, rev } = { id: 0, rev: 0 }] = await allVehicles()
    const [before] = await server.db.query(sql`select * from vehicle_texts where vehicle_id = ${id}`)
    expect((await owner.delete(`/vehicles/${id}`, writeHeaders(undefined, rev))).status).toBe(200)
    expect(await differences()).toEqual([])
    expect((await owner.post(`/deleted_vehicles/${id}/restore`, {}, writeHeaders())).status).toBe(200)
    const [after] = await server.db.query(sql`select * from vehicle_texts where vehicle_id = ${id}`)
    expect(after).toEqual(before)
    expect(await differences()).toEqual([])
  })

  it('names both drivers when two are assigned at the same time', async () => {
    const [{ id } = { id: 0 }] = await allVehicles()
    const people = [
      await server.build.user(fleet, { firstName: 'Ann' }),
      await server.build.user(fleet, { firstName: 'Bob' }),
    ]
    await Promise.all(
      people.map((user) =>
        server.db.system(async (tx) => {
          await tx.query(
            sql`insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${id}, ${user.id})`,
          )
          await tx.query(sql`select pg_sleep(0.2)`)
        }),
      ),
    )
    expect(await differences()).toEqual([])
  })
})
