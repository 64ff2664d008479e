import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sumOf } from '#domain/orders/prices.ts'
import { sql } from '#server/db/sql.ts'
import { workers } from '#server/jobs/workers.ts'
import type { Client } from '#tests/support/client.ts'
import { aHistory, day, otherRows, writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { aCompany, aFullVehicle, type Company, TRANSFERS, transfer } from '#tests/support/transfers.ts'

let server: TestServer
let company: Company
let serviceId: number

beforeAll(async () => {
  server = await startTestServer()
  company = await aCompany(server)
  serviceId = (await server.build.service()).id
})
afterAll(() => server.stop())

const fleetOf = async (vehicle: { id: number }) => {
  const [row] = await server.db.query<{ fleet_id: number }>(
    sql`select fleet_id from vehicles where id = ${vehicle.id}`,
  )
  return row?.fleet_id
}
const move = (vehicles: { id: number }[], client = company.fmc) =>
  transfer(client, { vehicles, from: company.old, to: company.destination })

describe('a vehicle that is transferred (ruling 34)', () => {
  it('gets the day of its arrival from the clean-up if a server of an earlier version transferred it', async () => {
    const [missing, stale, right] = [
      await server.build.vehicle(company.old),
      await server.build.vehicle(company.old),
      await server.build.vehicle(company.old),
    ]
    await move([missing, stale, right])
    const arrivals = () =>
      server.db.query<{ id: number; days: number | null }>(sql`
        select v.id, (v.arrived_on - (now() at time zone f.time_zone)::date) as days
        from vehicles v join fleets f on f.id = v.fleet_id
        where v.id in (${missing.id}, ${stale.id}, ${right.id}) order by v.id`)
    const before = await arrivals()
    await server.db.query(sql`update vehicles set arrived_on = null where id = ${missing.id}`)
    // It came from another fleet before.
    await server.db.query(sql`update vehicles set arrived_on = arrived_on - 90 where id = ${stale.id}`)
    await workers({ ...server.services, mail: { leavesServer: false, deliver: async () => {} } })['clean-up'](
      {},
    )
    expect(await arrivals()).toEqual(before)
  })

  it('is in its new fleet with history, documents, readings, schedule, marks and telematics link, and not in its old one', async () => {
    const { old, destination } = company
    const vehicle = await aFullVehicle(server, company, serviceId)
    const { status, body } = await move([vehicle])
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'completed', vehicles_total: 1, moved: 1, refused: 0 })
    expect((await old.asOwner.get(`/vehicles/${vehicle.id}`)).status).toBe(404)
    const there = destination.asOwner
    const seen = await there.get(`/vehicles/${vehicle.id}?include=all`)
    expect(seen.status).toBe(200)
    expect(seen.body).toMatchObject({ geotab_device_id: 'b1', department_number: null, drivers: [] })
    const histories = await there.get(`/manual_maintenance_histories?vehicle_id=${vehicle.id}`)
    expect(histories.body.total_count).toBe(2)
    const file = await there.get(`/maintenance_documents/${vehicle.fileId}`)
    expect(file.status).toBe(200)
    expect(Buffer.from(file.body).equals(vehicle.file)).toBe(true)
    expect((await old.asOwner.get(`/maintenance_documents/${vehicle.fileId}`)).status).toBe(404)
    const items = await there.get(`/glovebox_items?vehicleId=${vehicle.id}`)
    expect(JSON.stringify(items.body)).toContain(vehicle.gloveboxItemId)
    const readings = await there.get(`/vehicles/${vehicle.id}/odometer_readings`)
    expect(readings.body.odometer_readings.map(({ value }: { value: number }) => value)).toContain(50_500)
    const schedule = await there.get(`/vehicles/${vehicle.id}/oem_schedules`)
    expect(schedule.body.schedule).toMatchObject({ miles_per_month: 1200, reminder_date: day(30) })
    expect(schedule.body.schedule.items.map(({ id }: { id: number }) => id)).toContain(vehicle.itemId)
    expect(schedule.body.intervals).toHaveLength(1)
    const [left] = await server.db.query<Record<string, number>>(sql`
      select (select count(*) from vehicle_drivers where vehicle_id = ${vehicle.id}) as drivers,
        (select count(*) from maintenance_policies where ${vehicle.id} = any(vehicle_ids)) as policies,
        (select count(*) from service_marks where vehicle_id = ${vehicle.id} and fleet_id = ${destination.id}) as marks,
        (select count(*) from telematics_snapshots where vehicle_id = ${vehicle.id} and fleet_id = ${destination.id}) as snapshots,
        (select count(*) from model_recalls where fleet_id = ${destination.id}) as recalls,
        (select count(*) from reminders where vehicle_id = ${vehicle.id} and state = 'waiting') as planned,
        (select count(*) from reminders where vehicle_id = ${vehicle.id} and fleet_id = ${old.id}) as reminded`)
    expect(left).toEqual({
      drivers: 0,
      policies: 0,
      marks: 1,
      snapshots: 1,
      recalls: 1,
      planned: 0,
      reminded: 1,
    })
  })

  it('leaves its device and the data of it behind if the fleets have different telematics databases, which number devices themselves', async () => {
    const own = await aCompany(server)
    const name = (fleet: { id: number }, database: string) =>
      server.db.query(sql`update fleets set telematics_database = ${database} where id = ${fleet.id}`)
    const deviceAfterMove = async () => {
      const vehicle = await server.build.vehicle(own.old)
      await server.db.query(sql`update vehicles set geotab_device_id = 'b1' where id = ${vehicle.id}`)
      await otherRows(server.db).snapshot(vehicle)
      await transfer(own.fmc, { vehicles: [vehicle], from: own.old, to: own.destination })
      const snapshots = await server.db.query(
        sql`select from telematics_snapshots where vehicle_id = ${vehicle.id}`,
      )
      const { geotab_device_id } = (await own.destination.asOwner.get(`/vehicles/${vehicle.id}`)).body
      return [geotab_device_id, snapshots.length]
    }
    await name(own.old, `fleet_${own.old.id}`)
    await name(own.destination, `FLEET_${own.old.id}`)
    expect(await deviceAfterMove()).toEqual(['b1', 1])
    await name(own.destination, `fleet_${own.destination.id}`)
    expect(await deviceAfterMove()).toEqual([null, 0])
  })

  it('leaves past orders and payments in the old fleet, under its name at that time, and takes the work done with it', async () => {
    const { old, destination } = company
    const vehicle = await aFullVehicle(server, company, serviceId)
    const before = await old.asOwner.post('/orders/index', {
      captureActive: false,
      startDate: day(-60),
      endDate: day(),
      per_page: 100,
    })
    await move([vehicle])
    const after = await old.asOwner.post('/orders/index', {
      captureActive: false,
      startDate: day(-60),
      endDate: day(),
      per_page: 100,
    })
    expect(after.body.total_count).toBe(before.body.total_count)
    const left = after.body.orders.map((row: { vehicle: { id: number } }) =>
      row.vehicle.id === vehicle.id ? { ...row, vehicle: { ...row.vehicle, has_left: false } } : row,
    )
    expect({ ...after.body, orders: left }).toEqual(before.body)
    const order = await old.asOwner.get(`/orders/${vehicle.orderId}`)
    expect(order.status).toBe(200)
    expect(order.body).toMatchObject({
      total: '80.00',
      vehicle: { id: vehicle.id, department_number: 'D-1', has_left: true },
    })
    expect((await destination.asOwner.get(`/orders/${vehicle.orderId}`)).status).toBe(404)
    const histories = await destination.asOwner.get(`/manual_maintenance_histories?vehicle_id=${vehicle.id}`)
    const carried = histories.body.manual_maintenance_histories.find(
      ({ id }: { id: string }) => id !== vehicle.historyId,
    )
    expect(carried).toMatchObject({ date_of_completion: day(-40), custom_shop_name: 'Main Street Service' })
    expect(JSON.stringify(carried)).not.toContain('80.00')
  })

  it('shows no price and no unknown odometer of the work done in its old fleet', async () => {
    const { old, destination } = company
    const vehicle = await server.build.vehicle(old)
    const past = await otherRows(server.db).order(vehicle, { at: `${day(-10)}T15:00:00Z` })
    await server.db.query(sql`
      insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
      values (${old.id}, ${past.id}, ${serviceId}, 'Oil', 'paid', 10, 10)`)
    await move([vehicle])
    const there = destination.asOwner
    const order = await anOpenOrder(
      server.db,
      { id: vehicle.id, fleetId: destination.id },
      { status: 'awaiting_approval', serviceId },
    )
    const lastDone = async () => {
      const { body } = await there.post(`/orders/${order.id}/preview`, { priceAsApprovalsLogic: true })
      return body.order_services[0].last_done
    }
    const date = day(-10)
    expect(await lastDone()).toMatchObject({ date, price: null, miles: null, kilometers: null })
    // The vehicle's record is computed again from all of its entries.
    const earlier = aHistory({ vehicle_id: vehicle.id, date_of_completion: day(-20) }, serviceId)
    expect((await there.post('/api/v4/manual_maintenance_histories', earlier, writeHeaders())).status).toBe(
      201,
    )
    expect((await there.get(`/vehicles/${vehicle.id}`)).body).toMatchObject({
      last_maintenance_date: date,
      last_maintenance_miles: null,
    })
    const [copy] = (
      await there.get(`/manual_maintenance_histories?vehicle_id=${vehicle.id}`)
    ).body.manual_maintenance_histories.filter(({ id }: { id: string }) => id !== earlier.id)
    const line = { service_definition_id: serviceId, price: '35.00' }
    const change = {
      vehicle_id: vehicle.id,
      odometer: 40_500,
      date_of_completion: date,
      vehicle_services: [line],
    }
    const edited = { ...aHistory(change, serviceId), id: copy.id }
    const path = `/api/v4/manual_maintenance_histories/${copy.id}`
    expect((await there.send('PUT', path, edited, writeHeaders(randomUUID(), copy.rev))).status).toBe(200)
    expect(await lastDone()).toMatchObject({ date, price: '35.00', miles: 40_500 })
  })

  it('gets its own orders back when it returns, and no history twice', async () => {
    const { old, destination } = company
    const vehicle = await aFullVehicle(server, company, serviceId)
    const history = async () =>
      (await old.asOwner.get(`/vehicles/vehicle_maintenance_history?vehicleId=${vehicle.id}`)).body
    const before = await history()
    await move([vehicle])
    const [row] = (await transfer(company.fmc, { vehicles: [vehicle], from: destination, to: old })).body
      .refused_vehicles
    expect(row).toBeUndefined()
    expect(await fleetOf(vehicle)).toBe(old.id)
    expect(await history()).toEqual(before)
    const [count] = await server.db.query<{ n: number }>(
      sql`select count(*) as n from manual_maintenance_histories where vehicle_id = ${vehicle.id}`,
    )
    expect(count?.n).toBe(1)
    // And once more: the history is copied again.
    await move([vehicle])
    const there = await destination.asOwner.get(`/manual_maintenance_histories?vehicle_id=${vehicle.id}`)
    expect(there.body.total_count).toBe(2)
  })

  it('leaves no reading of an edited copy behind when it returns', async () => {
    const { old, destination } = company
    const vehicle = await server.build.vehicle(old)
    const order = await otherRows(server.db).order(vehicle, { at: `${day(-10)}T15:00:00Z`, odometer: 40_000 })
    await server.db.query(sql`
      insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
      values (${old.id}, ${order.id}, ${serviceId}, 'Oil', 'paid', 10, 10)`)
    await move([vehicle])
    const [copy] = (await destination.asOwner.get(`/manual_maintenance_histories?vehicle_id=${vehicle.id}`))
      .body.manual_maintenance_histories
    const edited = { ...aHistory({ vehicle_id: vehicle.id, odometer: 40_500 }, serviceId), id: copy.id }
    const path = `/api/v4/manual_maintenance_histories/${copy.id}`
    expect(
      (await destination.asOwner.send('PUT', path, edited, writeHeaders(randomUUID(), copy.rev))).status,
    ).toBe(200)
    const readings = async (client = destination.asOwner) =>
      (await client.get(`/vehicles/${vehicle.id}/odometer_readings`)).body.odometer_readings
    expect(await readings()).toMatchObject([{ value: 40_500, source: 'history' }])
    await transfer(company.fmc, { vehicles: [vehicle], from: destination, to: old })
    expect(await readings(old.asOwner)).toEqual([])
  })

  it('has the cost per mile of the distance since it arrived, for the cost since then', async () => {
    const { old, destination } = company
    const vehicle = await server.build.vehicle(old)
    const rows = otherRows(server.db)
    await rows.reading(vehicle, { value: 10_000, on: day(-400) })
    await rows.reading(vehicle, { value: 51_000, on: day(-1) })
    const earlier = aHistory(
      { vehicle_id: vehicle.id, odometer: 30_000, date_of_completion: day(-200) },
      serviceId,
    )
    expect(
      (await old.asOwner.post('/api/v4/manual_maintenance_histories', earlier, writeHeaders())).status,
    ).toBe(201)
    await move([vehicle])
    const entry = aHistory(
      {
        vehicle_id: vehicle.id,
        odometer: 52_000,
        date_of_completion: day(),
        vehicle_services: [{ service_definition_id: serviceId, price: '250.00' }],
      },
      serviceId,
    )
    const { status } = await destination.asOwner.post(
      '/api/v4/manual_maintenance_histories',
      entry,
      writeHeaders(),
    )
    expect(status).toBe(201)
    const { body } = await destination.asOwner.get(`/vehicles/${vehicle.id}`)
    expect(Number(body.cost_per_mile)).toBe(0.25)
  })

  it('leaves the cost of its orders in the year of its old fleet, once, also after it returns (decision 57)', async () => {
    const { old, destination, fmc } = await aCompany(server)
    const vehicle = await server.build.vehicle(old, { drivers: [old.driver] })
    const rows = otherRows(server.db)
    await rows.order(vehicle, { total: '80.00', at: `${day()}T15:00:00Z` })
    await rows.order(vehicle, { total: '7.00', at: `${Number(day().slice(0, 4)) - 1}-06-01T15:00:00Z` })
    const costOf = async (client: Client) => (await client.get('/fleets/me')).body.ytd_maintenance_cost
    await transfer(fmc, { vehicles: [vehicle], from: old, to: destination })
    expect(await costOf(old.asOwner)).toBe('80.00')
    const year = `start_date=${day().slice(0, 4)}-01-01&end_date=${day()}`
    const { aggregate } = (await old.asOwner.get(`/orders/aggregate?${year}`)).body
    expect(sumOf(aggregate.map(({ total }: { total: string }) => total))).toBe('80.00')
    expect(await costOf(destination.asOwner)).toBe('0.00')
    expect(await costOf(await server.as(old.driver))).toBe('0.00')
    await transfer(fmc, { vehicles: [vehicle], from: destination, to: old })
    expect(await costOf(old.asOwner)).toBe('80.00')
  })

  it('stays in the past orders of its old fleet when its new fleet deletes it', async () => {
    const { old, destination } = company
    const vehicle = await aFullVehicle(server, company, serviceId)
    await move([vehicle])
    const seen = await destination.asOwner.get(`/vehicles/${vehicle.id}`)
    const deleted = await destination.asOwner.delete(
      `/vehicles/${vehicle.id}`,
      writeHeaders(randomUUID(), seen.body.rev),
    )
    expect(deleted.status).toBe(200)
    expect((await old.asOwner.get(`/orders/${vehicle.orderId}`)).status).toBe(200)
  })

  it('is in the audit trail of both fleets, without the name of the other one', async () => {
    const { old, destination } = company
    const vehicle = await server.build.vehicle(old, { name: 'Audited van' })
    await move([vehicle])
    for (const [fleet, act] of [
      [old, 'vehicle.left'],
      [destination, 'vehicle.arrived'],
    ] as const) {
      const { body } = await fleet.asOwner.get('/user_changes?per_page=100')
      const entry = body.changes.find((one: { act: string }) => one.act === act)
      expect(entry).toMatchObject({ act, by: { id: company.user.id } })
      expect(entry.changes).toEqual([{ field: 'vehicle', from: null, to: 'Audited van' }])
    }
  })
})

describe('what blocks a vehicle, listed for each', () => {
  it('moves the others: an open order, a VIN of the destination, a vehicle already there, an unknown one', async () => {
    const { old, destination } = company
    const { build } = server
    const [free, booked, twin] = [
      await build.vehicle(old),
      await build.vehicle(old),
      await build.vehicle(old, { vin: '1FTFW1E50LF000001' }),
    ]
    const there = await build.vehicle(destination, { vin: '1FTFW1E50LF000001' })
    const order = await anOpenOrder(server.db, booked)
    const foreign = await build.vehicle(await build.fleet())
    const input = { vehicles: [booked, twin, there, foreign, free], from: old, to: destination }
    const check = await company.fmc.post(`${TRANSFERS}/check`, {
      vehicle_ids: input.vehicles.map(({ id }) => id),
      old_fleet_ids: [old.id],
      new_fleet_id: destination.id,
    })
    expect(check.status).toBe(200)
    expect(check.body.movable).toBe(1)
    const expected = [
      { vehicle_id: booked.id, reason: 'open_order', order_id: order.id },
      { vehicle_id: twin.id, reason: 'duplicate_vin', order_id: null },
      { vehicle_id: there.id, reason: 'already_there', order_id: null },
      { vehicle_id: foreign.id, reason: 'not_found', order_id: null },
    ]
    expect(check.body.findings).toMatchObject(
      expected.map(({ reason, ...one }) => ({ ...one, problem: reason })),
    )
    const { body } = await transfer(company.fmc, input)
    expect(body).toMatchObject({ status: 'completed_with_errors', moved: 1, refused: 4 })
    expect(body.refused_vehicles).toMatchObject(expected)
    expect(body.refused_vehicles[3]?.vehicle_name).toBeNull()
    expect(await fleetOf(free)).toBe(destination.id)
    expect(await fleetOf(booked)).toBe(old.id)
    expect(await fleetOf(twin)).toBe(old.id)
  })

  it('warns of a plate or other ID that the destination already has, and still moves the vehicle', async () => {
    const { old, destination } = company
    const [mine, theirs] = [await server.build.vehicle(old), await server.build.vehicle(destination)]
    for (const [id, plate] of [
      [mine.id, 'AB-12 CD'],
      [theirs.id, 'ab12cd'],
    ] as const)
      await server.db.query(
        sql`update vehicles set license_plate_number = ${plate}, other_id = 'N-77' where id = ${id}`,
      )
    const check = await company.fmc.post(`${TRANSFERS}/check`, {
      vehicle_ids: [mine.id],
      old_fleet_ids: [old.id],
      new_fleet_id: destination.id,
    })
    expect(check.body.findings).toMatchObject([
      { vehicle_id: mine.id, problem: null, warnings: ['same_plate', 'same_other_id'] },
    ])
    expect((await move([mine])).body).toMatchObject({ moved: 1 })
  })

  it('refuses another country, where distances and amounts have other units', async () => {
    const abroad = await server.build.fleet({ country: 'CA', affiliationId: company.affiliation.id })
    const vehicle = await server.build.vehicle(company.old)
    const { body } = await transfer(company.fmc, { vehicles: [vehicle], from: company.old, to: abroad })
    expect(body.refused_vehicles).toMatchObject([{ vehicle_id: vehicle.id, reason: 'other_country' }])
  })

  it('moves nothing into or out of a fleet that is deleted before or during the transfer', async () => {
    const { build, db, services } = server
    const gone = await build.fleet({ affiliationId: company.affiliation.id })
    const stuck = await build.vehicle(gone)
    const vehicles = await Promise.all(Array.from({ length: 30 }, () => build.vehicle(company.old)))
    const input = { vehicles, from: company.old, to: gone }
    const { body } = await transfer(company.fmc, input)
    await db.query(sql`update fleets set deleted_at = now() where id = ${gone.id}`)
    await services.transferRun.run(body.id)
    const after = await company.fmc.get(`${TRANSFERS}/${body.id}`)
    expect(after.body).toMatchObject({ moved: 0, refused: 30 })
    expect(after.body.refused_vehicles[0]).toMatchObject({ reason: 'fleet_gone' })
    expect((await transfer(company.fmc, input)).status).toBe(404)
    const out = { vehicles: [stuck], from: gone, to: company.destination }
    expect((await transfer(company.fmc, out)).status).toBe(404)
    const found = await company.fmc.get(`${TRANSFERS}/candidates?fleet_id=${gone.id}`)
    expect(found.body.total_count).toBe(0)
  })

  it.each([
    ['loses the role', sql`update users set roles = '{Owner}'`],
    ['leaves the company', sql`update users set affiliation_id = null`],
    ['is deactivated', sql`update users set is_active = false`],
  ])('refuses the rest when its user %s meanwhile', async (_, change) => {
    const { build, db, services } = server
    const { old, affiliation } = company
    const user = await build.user(old, { roles: ['FMC'], affiliationId: affiliation.id })
    const vehicles = await Promise.all(Array.from({ length: 26 }, () => build.vehicle(old)))
    const { body } = await move(vehicles, await server.as(user))
    await db.query(sql`${change} where id = ${user.id}`)
    await services.transferRun.run(body.id)
    const rows = await db.query(sql`
      select state, reason, count(*)::int as n from vehicle_transfer_rows where transfer_id = ${body.id} group by 1, 2`)
    expect(rows).toEqual([{ state: 'refused', reason: 'not_allowed', n: 26 }])
    expect(await fleetOf(vehicles[0]!)).toBe(old.id)
  })

  it('refuses the same fleet on both sides, no vehicles, and more than 5,000 (FMC-052)', async () => {
    const { old, destination } = company
    const send = (body: object) => company.fmc.post(TRANSFERS, body, writeHeaders())
    const good = { vehicle_ids: [1], old_fleet_ids: [old.id], new_fleet_id: destination.id }
    expect((await send({ ...good, new_fleet_id: old.id })).body.fields).toEqual({
      new_fleet_id: ['same_fleet'],
    })
    expect((await send({ ...good, vehicle_ids: [] })).body.fields).toEqual({ vehicle_ids: ['required'] })
    const many = Array.from({ length: 5001 }, (_, i) => i + 1)
    expect((await send({ ...good, vehicle_ids: many })).body.fields).toEqual({ vehicle_ids: ['too_many'] })
  })
})

describe('who may transfer (tenancy)', () => {
  it('is no one without an FMC role, whatever fleets they name', async () => {
    for (const roles of [
      ['Owner'],
      ['Account Owner'],
      ['Admin'],
      ['Super Admin'],
      ['Manager'],
      ['Driver'],
    ] as const) {
      const user = await server.build.user(company.old, {
        roles: [...roles],
        affiliationId: company.affiliation.id,
      })
      const vehicle = await server.build.vehicle(company.old)
      const { status } = await move([vehicle], await server.as(user))
      expect(status, roles[0]).toBe(403)
      expect(await fleetOf(vehicle)).toBe(company.old.id)
    }
  })

  it('is only an FMC user within the company: fleets of another company are not found on either side', async () => {
    const other = await aCompany(server)
    const [ours, theirs] = [await server.build.vehicle(company.old), await server.build.vehicle(other.old)]
    const attempts = [
      { vehicles: [ours], from: company.old, to: other.destination },
      { vehicles: [theirs], from: other.old, to: company.destination },
    ]
    for (const attempt of attempts) expect((await transfer(company.fmc, attempt)).status).toBe(404)
    const hidden = await transfer(company.fmc, {
      vehicles: [theirs],
      from: company.old,
      to: company.destination,
    })
    expect(hidden.body.refused_vehicles).toMatchObject([
      { reason: 'not_found', vehicle_name: null, old_fleet: null },
    ])
    expect(await fleetOf(ours)).toBe(company.old.id)
    expect(await fleetOf(theirs)).toBe(other.old.id)
    const found = await company.fmc.get(`${TRANSFERS}/candidates?fleet_id=${other.old.id}`)
    expect(found.body).toMatchObject({ vehicles: [], total_count: 0 })
    const mine = await move([ours])
    expect((await other.fmc.get(`${TRANSFERS}/${mine.body.id}`)).status).toBe(404)
    expect((await other.fmc.get(`${TRANSFERS}/${mine.body.id}/vehicles`)).status).toBe(404)
    expect((await other.fmc.get(TRANSFERS)).body.total_count).toBe(0)
  })

  it('finds vehicles by three characters in all fleets of the company, and by fleet (VEH-099)', async () => {
    const vehicle = await server.build.vehicle(company.old, { name: 'Zeppelin 9' })
    const other = await aCompany(server)
    await server.build.vehicle(other.old, { name: 'Zeppelin 10' })
    const find = async (query: string) => (await company.fmc.get(`${TRANSFERS}/candidates?${query}`)).body
    expect((await find('query=zepp')).vehicles).toMatchObject([
      { id: vehicle.id, name: 'Zeppelin 9', fleet: { id: company.old.id }, open_order_id: null },
    ])
    const truck = await server.build.vehicle(company.old, { name: 'Hauler F-150' })
    for (const query of ['F150', 'f-150', 'hauler%20F150'])
      expect((await find(`query=${query}`)).vehicles).toMatchObject([{ id: truck.id }])
    expect((await find('query=ze')).fields).toEqual({ query: ['too_short'] })
    expect((await find('page=1')).fields).toEqual({ fleet_id: ['required'] })
    expect(await find(`fleet_id=${company.old.id}`)).toMatchObject({ per_page: 7 })
  })
})

describe('a search that finds more vehicles than it lists', () => {
  it('lists the oldest thousand, each once on its pages, and says that there are more (FMC-064)', async () => {
    const { fmc, old } = await aCompany(server)
    const [range] = await server.db.query<{ first: number; last: number }>(sql`
      with made as (
        insert into vehicles (fleet_id, year, make, model, name_of_vehicle, odometer_units)
        select ${old.id}, 2022, 'Ford', 'Transit', 'Wagon ' || lpad((1100 - n)::text, 4, '0'), 'mi'
        from generate_series(1, 1050) n order by n returning id)
      select min(id) as first, max(id) as last from made`)
    const page = async (number: number, query = 'wagon') =>
      (await fmc.get(`${TRANSFERS}/candidates?query=${query}&page=${number}&per_page=500`)).body
    const [one, two] = [await page(1), await page(2)]
    expect(one).toMatchObject({ total_count: 1000, has_more: true })
    const ids: number[] = [...one.vehicles, ...two.vehicles].map(({ id }) => id)
    expect(new Set(ids).size).toBe(1000)
    expect(Math.max(...ids)).toBe(range!.first + 999)
    expect(await page(1, 'wagon%200001')).toMatchObject({ has_more: false })
  })
})

describe('a transfer under concurrency', () => {
  it('is the same one under the same key, sent once or five times at once', async () => {
    const vehicle = await server.build.vehicle(company.old)
    const key = randomUUID()
    const input = { vehicles: [vehicle], from: company.old, to: company.destination }
    const responses = await Promise.all(Array.from({ length: 5 }, () => transfer(company.fmc, input, key)))
    const again = await transfer(company.fmc, input, key)
    expect(new Set([...responses, again].map(({ body }) => body.id)).size).toBe(1)
    expect(again.body).toMatchObject({ status: 'completed', moved: 1 })
  })

  it('moves a vehicle once if two users move it to different fleets at once; the other gets the result', async () => {
    const third = await server.build.fleet({ affiliationId: company.affiliation.id })
    for (let round = 0; round < 5; round++) {
      const vehicle = await aFullVehicle(server, company, serviceId)
      const responses = await Promise.all(
        [company.destination, third].map((to) =>
          transfer(company.fmc, { vehicles: [vehicle], from: company.old, to }),
        ),
      )
      expect(responses.map(({ body }) => body.moved).sort()).toEqual([0, 1])
      const refused = responses.find(({ body }) => body.moved === 0)
      expect(refused?.body.refused_vehicles).toMatchObject([{ reason: 'not_found' }])
      const [entries] = await server.db.query<{ n: number; fleets: number }>(sql`
        select count(*) as n, count(distinct fleet_id) as fleets from manual_maintenance_histories
        where vehicle_id = ${vehicle.id}`)
      expect(entries).toEqual({ n: 2, fleets: 1 })
    }
  })

  it('blocks the booking or is blocked by it, and never both or neither', async () => {
    for (let round = 0; round < 8; round++) {
      const vehicle = await server.build.vehicle(company.old)
      const [moved, booked] = await Promise.allSettled([
        move([vehicle]),
        server.db.tenant(company.old.id, (tx) =>
          tx.query(sql`
            insert into shop_orders (fleet_id, vehicle_id, custom_shop_name, status, appointment_datetime, odometer_units)
            values (${company.old.id}, ${vehicle.id}, 'Garage', 'initiated', now(), 'mi')`),
        ),
      ])
      const hasMoved = moved.status === 'fulfilled' && moved.value.body.moved === 1
      expect(hasMoved).toBe(booked.status === 'rejected')
      expect(await fleetOf(vehicle)).toBe(hasMoved ? company.destination.id : company.old.id)
    }
  })

  it('keeps an entry that is saved at the same moment: in the new fleet, or refused as not found', async () => {
    const { old } = company
    for (let round = 0; round < 8; round++) {
      const vehicle = await server.build.vehicle(old)
      const body = aHistory({ vehicle_id: vehicle.id }, serviceId)
      const [, saved] = await Promise.all([
        move([vehicle]),
        old.asOwner.post('/manual_maintenance_histories', body, writeHeaders()),
      ])
      const rows = await server.db.query<{ fleet_id: number }>(
        sql`select fleet_id from manual_maintenance_histories where id = ${body.id}`,
      )
      expect([200, 201, 404]).toContain(saved.status)
      expect(rows).toEqual(saved.status === 404 ? [] : [{ fleet_id: company.destination.id }])
    }
  })

  it('refuses a vehicle that is deleted meanwhile, or makes the deletion fail', async () => {
    const { old } = company
    for (let round = 0; round < 5; round++) {
      const vehicle = await server.build.vehicle(old)
      const { body } = await old.asOwner.get(`/vehicles/${vehicle.id}`)
      const [moved, deleted] = await Promise.all([
        move([vehicle]),
        old.asOwner.delete(`/vehicles/${vehicle.id}`, writeHeaders(randomUUID(), body.rev)),
      ])
      expect(moved.body.moved === 1).toBe(deleted.status === 404)
    }
  })

  it('continues in the background above 25 vehicles, with progress and a result per vehicle', async () => {
    const vehicles = await Promise.all(Array.from({ length: 30 }, () => server.build.vehicle(company.old)))
    await anOpenOrder(server.db, vehicles[7]!)
    const { body } = await move(vehicles)
    expect(body).toMatchObject({ status: 'waiting', vehicles_total: 30, moved: 0, finished_at: null })
    // Two servers may continue it at once.
    await Promise.all([1, 2].map(() => server.services.transferRun.run(body.id)))
    const after = await company.fmc.get(`${TRANSFERS}/${body.id}`)
    expect(after.body).toMatchObject({ status: 'completed_with_errors', moved: 29, refused: 1 })
    const rows = await company.fmc.get(`${TRANSFERS}/${body.id}/vehicles?per_page=5`)
    expect(rows.body).toMatchObject({
      total_count: 30,
      vehicles: [{ state: 'refused', reason: 'open_order' }, {}, {}, {}, {}],
    })
    expect((await company.fmc.get(TRANSFERS)).body.transfers[0].id).toBe(body.id)
  })

  it('uses the nearest odometer reading for a past order that has none', async () => {
    const vehicle = await server.build.vehicle(company.old)
    const rows = otherRows(server.db)
    const order = await rows.order(vehicle, { at: `${day(-10)}T15:00:00Z` })
    await rows.reading(vehicle, { value: 41_000, on: day(-12) })
    await rows.reading(vehicle, { value: 45_000, on: day(-1) })
    await server.db.query(sql`
      insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
      values (${company.old.id}, ${order.id}, ${serviceId}, 'Oil', 'paid', 10, 10)`)
    await move([vehicle])
    const { body } = await company.destination.asOwner.get(
      `/manual_maintenance_histories?vehicle_id=${vehicle.id}`,
    )
    expect(body.manual_maintenance_histories).toMatchObject([{ odometer: 41_000 }])
  })

  it('leaves the reading of a past order out of the due dates if it is ignored after the move (APR-070)', async () => {
    const vehicle = await server.build.vehicle(company.old)
    const rows = otherRows(server.db)
    const order = await rows.order(vehicle, { at: `${day(-10)}T15:00:00Z`, odometer: 41_000 })
    await rows.reading(vehicle, { value: 31_000, on: day(-12) })
    await server.db.query(sql`
      insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
      values (${company.old.id}, ${order.id}, ${serviceId}, 'Oil', 'paid', 10, 10)`)
    await server.db.query(sql`
      insert into schedule_items (fleet_id, vehicle_id, service_definition_ids, every_months)
      values (${company.old.id}, ${vehicle.id}, ${[serviceId]}, 6)`)
    const [reading] = await server.db.query<{ id: string }>(sql`
      insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source, source_id)
      values (${company.old.id}, ${vehicle.id}, 41000, 'mi', ${day(-10)}, 'order', ${String(order.id)}) returning id`)
    await move([vehicle])
    const there = company.destination.asOwner
    const path = `/vehicles/${vehicle.id}`
    const facts = async () => {
      const { schedule } = (await there.get(`${path}/oem_schedules`)).body
      const { last_maintenance_miles } = (await there.get(path)).body
      return [schedule.completions.map((one: { odometer: number }) => one.odometer), last_maintenance_miles]
    }
    expect(await facts()).toEqual([[41_000], 41_000])
    const act = { id: randomUUID(), reason: 'Typing error' }
    const voided = await there.post(`${path}/odometer_readings/${reading?.id}/void`, act, writeHeaders())
    expect(voided.status).toBe(200)
    expect(await facts()).toEqual([[null], null])
  })
})
