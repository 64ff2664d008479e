import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  COMPLIANCE_DIMENSIONS,
  COMPLIANCE_FIGURES,
  COMPLIANCE_SORTS,
  type ComplianceGroup,
} from '#contract/home/compliance.ts'
import type { Actor } from '#server/actor.ts'
import { sql } from '#server/db/sql.ts'
import { complianceRepository } from '#server/modules/home/compliance/compliance.repository.ts'
import { reportCompliance, reportComplianceRows } from '#server/modules/home/compliance/compliance.service.ts'
import { complianceRowsRepository as rowsRepository } from '#server/modules/home/compliance/compliance-rows.repository.ts'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import type { Client } from '#tests/support/client.ts'
import { compareCompliance } from '#tests/support/compare-reports.ts'
import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { plansOf } from '#tests/support/plans.ts'
import { editHistories, generateSchedules, readFacts } from '#tests/support/report-compliance.ts'
import { generateReadings } from '#tests/support/report-distances.ts'
import { generateFleets, REPORT_DAYS } from '#tests/support/report-fleets.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { aCompany, transfer } from '#tests/support/transfers.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.services.dueDates.settled()
  await server.stop()
})

const actorOf = (id: number, timeZone: string): Actor => ({
  userId: 1,
  roles: ['Owner'],
  language: 'en',
  fleet: { id, country: 'US', unit: 'mi', timeZone, affiliationId: null },
})
const range = { start_date: REPORT_DAYS.from, end_date: REPORT_DAYS.to }
const query = `start_date=${range.start_date}&end_date=${range.end_date}`
const report = async (client: Client, by = 'vehicle') =>
  (await client.get(`/reports/compliance?by=${by}&${query}`)).body

/** A vehicle that was at 10,000 miles, with a service every 5,000 miles or 6 months. */
async function aVehicle(
  fleet: { id: number; unit: 'mi' | 'km' },
  serviceIds: number[],
  given: Parameters<TestServer['build']['vehicle']>[1] = {},
) {
  const vehicle = await server.build.vehicle(fleet, { added: '2026-01-01', ...given })
  await server.db.query(sql`
    insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source)
    values (${fleet.id}, ${vehicle.id}, 10000, 'mi', '2026-01-01', 'driver')`)
  await server.db.query(sql`
    insert into schedule_items (fleet_id, vehicle_id, service_definition_ids, every_miles, every_kilometers, every_months)
    values (${fleet.id}, ${vehicle.id}, ${serviceIds}::bigint[], 5000, 8000, 6)`)
  return vehicle
}
const entryOf = (vehicle: { id: number }, serviceIds: number[], day: string, odometer: number) =>
  aHistory(
    {
      vehicle_id: vehicle.id,
      odometer,
      date_of_completion: day,
      vehicle_services: serviceIds.map((id) => ({ service_definition_id: id, price: '10.00' })),
    },
    serviceIds[0] ?? 0,
  )

/** Sorts as the report does: groups without a share last, and equal ones by key. */
function sorted(groups: readonly ComplianceGroup[], sort: (typeof COMPLIANCE_SORTS)[number]) {
  const figure = sort.replace('-', '') as Exclude<keyof ComplianceGroup, 'key' | 'name' | 'identifier'>
  const direction = sort.startsWith('-') ? -1 : 1
  const rank = (group: ComplianceGroup) => (group[figure] ?? Number.POSITIVE_INFINITY * direction) * direction
  return groups.toSorted((a, b) => {
    const [first, second] = [rank(a), rank(b)]
    return first === second ? Number(a.key) - Number(b.key) : first - second
  })
}

it('every figure of 100 generated fleets equals a slow reference, also after edits and deletions', async () => {
  const ids = await generateFleets(server.db, 100)
  await generateReadings(server.db, ids)
  await generateSchedules(server.db, ids)
  const fleets = await server.db.query<{ id: number; time_zone: string }>(
    sql`select id, time_zone from fleets where id = any(${ids})`,
  )
  const random = seededRandom('compliance')
  const seen: Record<string, number> = {}
  for (const round of ['as generated', 'edited']) {
    if (round === 'edited') {
      await editHistories(server.db, ids)
      await server.db.query(sql`update vehicle_schedules set computed_on = null where fleet_id = any(${ids})`)
    }
    await server.services.dueDates.refreshAll(new Date())
    const facts = await readFacts(server.db, ids, REPORT_DAYS)
    for (const { id, time_zone } of fleets)
      await server.db.tenant(id, async (tx) => {
        const reader = { tx, actor: actorOf(id, time_zone) }
        for (const by of COMPLIANCE_DIMENSIONS) {
          const paging = { page: 1, per_page: 100 }
          const { groups, all } = await compareCompliance(reader, by, REPORT_DAYS, facts.get(id) ?? [])
          for (const figure of COMPLIANCE_FIGURES) seen[figure] = (seen[figure] ?? 0) + (all[figure] ?? 0)
          if (by === 'vehicle' && id % 10 === 0)
            for (const sort of COMPLIANCE_SORTS.filter((sort) => !sort.endsWith('name'))) {
              const shown: ComplianceGroup[] = []
              for (const page of groups.keys())
                shown.push(
                  ...(await reportCompliance(reader, { by, ...range, sort, page: page + 1, per_page: 1 }))
                    .groups,
                )
              expect({ id, sort, shown }).toEqual({ id, sort, shown: sorted(groups, sort) })
            }
          const group = groups[Math.floor(random() * groups.length)]
          if (!group) continue
          const figure = COMPLIANCE_FIGURES[Math.floor(random() * COMPLIANCE_FIGURES.length)] ?? 'late'
          const opened = await reportComplianceRows(reader, {
            by,
            key: group.key,
            figure,
            ...range,
            ...paging,
          })
          expect([opened.total_count, Math.min(100, opened.total_count)]).toEqual([
            group[figure] ?? 0,
            opened.rows.length,
          ])
          if (id % 5 === 0) {
            // The rows of a file.
            const batches = await rowsRepository.keys(tx, reader.actor, {
              by,
              key: group.key,
              figure,
              days: REPORT_DAYS,
            })
            const rows = []
            for (const keys of batches) rows.push(...(await rowsRepository.ofKeys(tx, reader.actor, keys)))
            expect([rows.length, rows.slice(0, 100)]).toEqual([opened.total_count, opened.rows])
          }
          for (const row of opened.rows)
            expect(row.days_late !== null || row.distance_late !== null).toBe(row.in_time === false)
        }
      })
  }
  for (const figure of COMPLIANCE_FIGURES) expect([figure, (seen[figure] ?? 0) > 50]).toEqual([figure, true])
}, 180_000)

it('an entry that is entered, corrected and deleted changes the report', async () => {
  const fleet = await server.build.fleet({ timeZone: 'UTC' })
  const owner = await server.as(await server.build.user(fleet))
  const [oil, filter] = [
    await server.build.service({ name: 'Oil change' }),
    await server.build.service({ name: 'Oil filter' }),
  ]
  const vehicle = await aVehicle(fleet, [oil.id, filter.id], { name: 'Van 12' })
  const entry = entryOf(vehicle, [oil.id, filter.id], '2026-06-30', 15_000)
  expect((await owner.post('/manual_maintenance_histories', entry)).status).toBe(201)
  const figures = async () => {
    const { completed, in_time, late, share } = await report(owner)
    return { completed, in_time, late, share }
  }
  expect(await figures()).toEqual({ completed: 1, in_time: 1, late: 0, share: 100 })
  // Two services, but one completed interval.
  expect(await report(owner, 'service')).toMatchObject({
    completed: 1,
    groups: [
      { name: 'Oil change', completed: 1 },
      { name: 'Oil filter', completed: 1 },
    ],
  })

  const path = `/manual_maintenance_histories/${entry.id}`
  const edit = async (change: object) => {
    const { rev } = (await owner.get(path)).body
    expect((await owner.put(path, { ...entry, ...change }, writeHeaders(randomUUID(), rev))).status).toBe(200)
  }
  await edit({ date_of_completion: '2026-07-04', odometer: 15_250 })
  expect(await figures()).toEqual({ completed: 1, in_time: 0, late: 1, share: 0 })
  const rows = await owner.get(`/reports/compliance/rows?by=vehicle&key=${vehicle.id}&figure=late&${query}`)
  expect(rows.body).toMatchObject({
    name: 'Van 12',
    total_count: 1,
    rows: [
      {
        vehicle_name: 'Van 12',
        services: 'Oil change, Oil filter',
        unit: 'mi',
        in_time: false,
        due_date: '2026-07-01',
        due_at: 15_000,
        done_on: '2026-07-04',
        done_at: 15_250,
        days_late: 3,
        distance_late: 250,
        due_status: null,
      },
    ],
  })
  // Without the filter the interval is not complete.
  await edit({ vehicle_services: [{ service_definition_id: oil.id, price: '1.00' }] })
  expect(await figures()).toEqual({ completed: 0, in_time: 0, late: 0, share: null })
  await edit({})
  expect(await figures()).toEqual({ completed: 1, in_time: 1, late: 0, share: 100 })
  const { rev } = (await owner.get(path)).body
  expect((await owner.delete(path, writeHeaders(randomUUID(), rev))).status).toBeLessThan(300)
  expect(await figures()).toEqual({ completed: 0, in_time: 0, late: 0, share: null })
})

it('what is due counts for its services that are not done, and names only these', async () => {
  const fleet = await server.build.fleet({ timeZone: 'UTC' })
  const owner = await server.as(await server.build.user(fleet))
  const [oil, filter] = [
    await server.build.service({ name: 'Oil change' }),
    await server.build.service({ name: 'Oil filter' }),
  ]
  const vehicle = await aVehicle(fleet, [oil.id, filter.id])
  const entry = entryOf(vehicle, [oil.id], '2026-06-30', 15_000)
  expect((await owner.post('/manual_maintenance_histories', entry)).status).toBe(201)
  await server.services.dueDates.settled()
  await server.services.dueDates.refreshAll(new Date())
  // SCH-052
  expect(await report(owner, 'service')).toMatchObject({
    past_due: 1,
    groups: [{ name: 'Oil filter', past_due: 1 }],
  })
  const rows = async (key: number) =>
    (await owner.get(`/reports/compliance/rows?by=service&key=${key}&figure=past_due&${query}`)).body
  expect(await rows(filter.id)).toMatchObject({ total_count: 1, rows: [{ services: 'Oil filter' }] })
  expect(await rows(oil.id)).toMatchObject({ total_count: 0, rows: [] })
})

it('an inactive vehicle keeps its past and is not due; a deleted one returns with its past', async () => {
  const fleet = await server.build.fleet({ timeZone: 'UTC' })
  const owner = await server.as(await server.build.user(fleet))
  const oil = await server.build.service({ name: 'Oil change' })
  const vehicle = await aVehicle(fleet, [oil.id])
  const entry = entryOf(vehicle, [oil.id], '2026-03-01', 12_000)
  expect((await owner.post('/manual_maintenance_histories', entry)).status).toBe(201)
  expect(await report(owner)).toMatchObject({ completed: 1, past_due: 1 })
  const due = await owner.get(`/reports/compliance/rows?by=vehicle&figure=past_due&${query}`)
  expect(due.body.rows).toMatchObject([
    {
      vehicle_id: vehicle.id,
      due_at: 17_000,
      done_on: null,
      done_at: null,
      in_time: null,
      due_status: 'past_due',
    },
  ])
  expect(await report(owner, 'month')).toMatchObject({ completed: 1, due_soon: null, past_due: null })
  await server.db.query(sql`update vehicles set is_active = false where id = ${vehicle.id}`)
  await server.db.query(sql`update vehicle_schedules set computed_on = null where vehicle_id = ${vehicle.id}`)
  await server.services.dueDates.refreshAll(new Date())
  expect(await report(owner)).toMatchObject({ completed: 1, past_due: 0 })
  await server.db.query(sql`update vehicles set is_active = true where id = ${vehicle.id}`)

  const { rev } = (await owner.get(`/vehicles/${vehicle.id}`)).body
  expect((await owner.delete(`/vehicles/${vehicle.id}`, writeHeaders(randomUUID(), rev))).status).toBe(200)
  expect(await report(owner)).toMatchObject({ completed: 0, past_due: 0, groups: [] })
  expect(
    (await owner.post(`/deleted_vehicles/${vehicle.id}/restore`, undefined, writeHeaders())).status,
  ).toBe(200)
  await server.services.dueDates.refreshAll(new Date())
  expect(await report(owner)).toMatchObject({ completed: 1, past_due: 1 })
})

it('a transferred vehicle takes its completed intervals to the new fleet', async () => {
  const company = await aCompany(server)
  const { old, destination } = company
  const oil = await server.build.service({ name: 'Oil change' })
  const vehicle = await aVehicle(old, [oil.id])
  const entry = entryOf(vehicle, [oil.id], '2026-03-01', 12_000)
  expect((await old.asOwner.post('/manual_maintenance_histories', entry)).status).toBe(201)
  expect(await report(old.asOwner)).toMatchObject({ completed: 1 })
  const given = { vehicles: [vehicle], from: old, to: destination }
  expect((await transfer(company.fmc, given)).status).toBeLessThan(300)
  await server.services.dueDates.settled()
  await server.services.dueDates.refreshAll(new Date())
  expect(await report(old.asOwner)).toMatchObject({ completed: 0, past_due: 0 })
  expect(await report(destination.asOwner)).toMatchObject({ completed: 1, past_due: 1 })
})

it('vehicles that a version without completed intervals computed are computed once more', async () => {
  const fleet = await server.build.fleet({ timeZone: 'UTC' })
  const owner = await server.as(await server.build.user(fleet))
  const oil = await server.build.service({ name: 'Oil change' })
  const vehicle = await aVehicle(fleet, [oil.id])
  const entry = entryOf(vehicle, [oil.id], '2026-03-01', 12_000)
  expect((await owner.post('/manual_maintenance_histories', entry)).status).toBe(201)
  // As after the migration, on a day when the vehicle was computed already.
  await server.db.query(sql`delete from interval_completions where vehicle_id = ${vehicle.id}`)
  await server.db.query(
    sql`update vehicle_schedules set completions_on = null where vehicle_id = ${vehicle.id}`,
  )
  expect(await report(owner)).toMatchObject({ completed: 0 })
  await server.services.dueDates.refreshAll(new Date())
  expect(await report(owner)).toMatchObject({ completed: 1 })
  const version = async () =>
    server.db.query(
      sql`select xmin::text, ctid::text from interval_completions where vehicle_id = ${vehicle.id}`,
    )
  const before = await version()
  await server.db.query(sql`update vehicle_schedules set computed_on = null where vehicle_id = ${vehicle.id}`)
  await server.services.dueDates.refreshAll(new Date())
  expect(await version()).toEqual(before)
})

it('users see their vehicles only; the file has the groups in the order of the screen', async () => {
  const fleet = await server.build.fleet({ timeZone: 'UTC' })
  const driver = await server.build.user(fleet, { roles: ['Driver'] })
  const owner = await server.as(await server.build.user(fleet))
  const oil = await server.build.service({ name: 'Oil change' })
  const own = await aVehicle(fleet, [oil.id], { name: 'Own', drivers: [driver] })
  await server.db.query(
    sql`update vehicles set license_plate_number = 'OWN 1', department_number = 'West' where id = ${own.id}`,
  )
  const foreign = await aVehicle(fleet, [oil.id], { name: 'Foreign' })
  for (const [vehicle, day] of [
    [own, '2026-03-01'],
    [foreign, '2026-07-02'],
    [foreign, '2026-07-20'],
  ] as const)
    expect(
      (await owner.post('/manual_maintenance_histories', entryOf(vehicle, [oil.id], day, 12_000))).status,
    ).toBe(201)
  const asDriver = await server.as(driver)
  const stranger = await server.as(await server.build.user(await server.build.fleet()))
  for (const by of COMPLIANCE_DIMENSIONS) {
    expect(await report(owner, by)).toMatchObject({ completed: 3, in_time: 2, late: 1, share: 66.7 })
    expect(await report(asDriver, by)).toMatchObject({ completed: 1, late: 0 })
    expect(await report(stranger, by)).toMatchObject({ completed: 0, late: 0, share: null })
    const rows = (await asDriver.get(`/reports/compliance/rows?by=${by}&${query}`)).body
    // DSH-050: names are not unique.
    expect(rows.rows).toMatchObject([{ vehicle_id: own.id, vehicle_identifier: 'OWN 1' }])
  }
  const past = (await asDriver.get(`/reports/compliance/rows?by=vehicle&figure=past_due&${query}`)).body
  expect(past.rows).toMatchObject([{ vehicle_id: own.id }])
  expect((await report(asDriver)).groups).toMatchObject([{ name: 'Own', identifier: 'OWN 1' }])
  const file = async (of: string) =>
    (await owner.get(`/reports/compliance.csv?${of}&${query}`)).body.replace('\ufeff', '').split('\r\n')
  const ofVehicles = await file('by=vehicle&sort=name&language=fr')
  expect(ofVehicles[0]).toBe(
    'Véhicule;Plaque;NIV;Autre identifiant;Numéro de division;Faits;À temps;Faits en retard;Non évalués;Taux de ponctualité (%);À faire bientôt;En retard',
  )
  expect(ofVehicles.slice(1)).toEqual([
    expect.stringMatching(/^Foreign;;;;;2;1;1;0;50,0;\d;\d$/),
    'Own;OWN 1;;;West;1;1;0;0;100,0;0;1',
    '',
  ])
  const ofMonths = await file('by=month')
  expect(ofMonths).toHaveLength(15)
  expect(ofMonths.slice(0, 2)).toEqual([
    'Month,Completed,On time,Late,Not rated,On-time rate (%)',
    '2025-11,0,0,0,0,',
  ])
  expect(ofMonths[9]).toBe('2026-07,2,1,1,0,50.0')
  // DSH-046
  const late = (await owner.get(`/reports/compliance/rows.csv?by=vehicle&figure=late&${query}`)).body
  expect(late.replace('\ufeff', '').split('\r\n')).toEqual([
    'Vehicle,"Plate, VIN or other ID",Services,Due,Due odometer,Done,Odometer when done,Unit,Result,Days late,Distance late',
    expect.stringMatching(/^Foreign,,.*,mi,Late,\d*,\d*$/),
    '',
  ])
  const wrong = '/reports/compliance?by=vehicle&start_date=2026-02-02&end_date=2026-02-01'
  expect((await owner.get(wrong)).status).toBe(422)
})

it('the report reads its index', async () => {
  const fleet = await server.build.fleet()
  await server.db.query(sql`vacuum analyze interval_completions, maintenance_intervals, vehicles`)
  for (const by of COMPLIANCE_DIMENSIONS) {
    const plans = await plansOf(
      server,
      fleet.id,
      async (tx) => {
        const wanted = { by, days: REPORT_DAYS, sort: '-late' as const }
        await complianceRepository.list(tx, actorOf(fleet.id, 'UTC'), wanted, { limit: 25, offset: 0 })
      },
      { isForced: true },
    )
    expect(plans.join('\n')).toContain('using interval_completions_days')
    if (by !== 'service')
      expect(plans.join('\n')).toContain('Index Only Scan using interval_completions_days')
    if (by === 'service' || by === 'vehicle')
      expect(plans.join('\n')).toContain('Index Only Scan using maintenance_intervals_due_by_vehicle_open')
  }
})
