import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transaction } from '#server/db/database.ts'
import { ensureCatalog } from '#server/db/seed/catalog.ts'
import { sql } from '#server/db/sql.ts'
import { templatesRepository } from '#server/modules/maintenance/templates/templates.repository.ts'
import { refreshVehicle } from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import type { Client } from '#tests/support/client.ts'
import { day } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

let server: TestServer
let owner: Client
let fleet: { id: number; unit: 'mi' | 'km' }
let vehicle: { id: number; fleetId: number }

beforeAll(async () => {
  server = await startTestServer()
  await ensureCatalog(server.db)
  fleet = await server.build.fleet()
  owner = await server.as(await server.build.user(fleet))
  vehicle = await server.build.vehicle(fleet)
})
afterAll(async () => {
  await server.services.dueDates.settled()
  await server.stop()
})

const templateOf = async (dutyClass: string, client = owner) =>
  (await client.get('/schedule_templates')).body.templates.find(
    (template: { duty_class: string }) => template.duty_class === dutyClass,
  )
const scheduleOf = async ({ id }: { id: number }) =>
  (await owner.get(`/vehicles/${id}/oem_schedules`)).body.schedule
const linesOf = (template: { items: Line[] }) =>
  template.items.map(({ id, service_ids, every_miles, every_months }) => ({
    id,
    service_ids,
    every: every_miles,
    every_months,
  }))
interface Line {
  id: number
  service_ids: number[]
  every_miles: number | null
  every_kilometers: number | null
  every_months: number | null
  reason: string | null
}

describe('an installation without the demo world', () => {
  it('has services and a schedule for each class, once, and every new fleet follows them', async () => {
    expect(await ensureCatalog(server.db)).toBe(false)
    const { body } = await owner.get('/schedule_templates')
    expect(
      body.templates.map((template: { items: Line[] }) => template.items.length).every((n: number) => n > 2),
    ).toBe(true)
    expect(body.templates).toHaveLength(7)
    expect(await templateOf('car')).toMatchObject({ is_own: false, following: 1, not_following: 0 })
    expect((await scheduleOf(vehicle)).items).toHaveLength(5)
  })
})

describe('the schedule of a class', () => {
  it('is saved only over the revision that was shown: of several concurrent saves one succeeds, the others get a conflict', async () => {
    const { revision, items } = await templateOf('trailer')
    const [first, ...rest] = linesOf({ items })
    const save = (every_months: number, seen: string | undefined) =>
      owner.put('/schedule_templates/trailer', {
        unit: 'mi',
        items: [{ ...first, every_months }, ...rest],
        ...(seen && { revision: seen }),
      })
    const responses = await Promise.all([7, 8, 9].map((months) => save(months, revision)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412])
    expect(responses.find(({ status }) => status === 412)?.body.code).toBe('stale')
    const winner = responses.find(({ status }) => status === 200)?.body.template
    expect(await templateOf('trailer')).toEqual(winner)
    expect(winner.revision).not.toBe(revision)
    expect((await save(10, winner.revision)).status).toBe(200)
    // Without a revision, the save overwrites the current state.
    expect((await save(11, undefined)).body.template.items[0].every_months).toBe(11)
    await owner.delete('/schedule_templates/trailer')
    expect((await templateOf('trailer')).revision).toBe(revision)
  })

  it('is changed for the fleet, and its vehicles follow; other fleets, and the other classes, keep the default', async () => {
    const before = await templateOf('car')
    const lines = linesOf(before)
    const [oil, rotation, ...rest] = lines
    const saved = await owner.put('/schedule_templates/car', {
      unit: 'mi',
      items: [{ ...oil, every: 7500 }, rotation, ...rest.slice(1)],
    })
    expect(saved.status).toBe(200)
    await server.services.dueDates.settled()
    const after = await templateOf('car')
    expect(after).toMatchObject({ is_own: true, following: 1 })
    expect(after.items).toHaveLength(4)
    // Half of a round distance is rounded too. Unchanged lines keep both distances and the reason.
    expect(after.items[0]).toMatchObject({ every_miles: 7500, every_kilometers: 12_100, reason: null })
    expect(after.items[1]).toMatchObject({ ...before.items[1], id: after.items[1].id })
    expect((await scheduleOf(vehicle)).items.map((item: Line) => item.every_miles)[0]).toBe(7500)
    const intervals = await server.db.query<{ name: string }>(
      sql`select name from maintenance_intervals where vehicle_id = ${vehicle.id}`,
    )
    expect(intervals.length).toBeGreaterThan(0)

    const others = await server.as(await server.build.user(await server.build.fleet()))
    expect((await templateOf('car', others)).items).toEqual(before.items)
    expect((await templateOf('van')).is_own).toBe(false)
  })

  it('keeps the ids of its lines when it is saved again, and so the dates that refer to them', async () => {
    const before = await templateOf('car')
    const items = linesOf(before).map((line, i) => (i === 0 ? { ...line, every_months: 9 } : line))
    await owner.put('/schedule_templates/car', { unit: 'mi', items })
    const after = await templateOf('car')
    expect(after.items.map(({ id }: Line) => id)).toEqual(before.items.map(({ id }: Line) => id))
    expect(after.items[0].every_months).toBe(9)
  })

  it('returns to the default when the fleet drops its own', async () => {
    const { body } = await owner.delete('/schedule_templates/car')
    expect(body.template).toMatchObject({ is_own: false })
    expect((await scheduleOf(vehicle)).items[0].every_miles).toBe(6000)
    await server.services.dueDates.settled()
  })

  it('keeps the due dates of its vehicles until they are computed again from the default', async () => {
    await owner.put('/schedule_templates/car', { unit: 'mi', items: linesOf(await templateOf('car')) })
    await server.services.dueDates.settled()
    const due = (db: Pick<Transaction, 'query'>) =>
      db.query<{ item_id: number }>(
        sql`select item_id from maintenance_intervals where vehicle_id = ${vehicle.id} order by item_id`,
      )
    const before = await due(server.db)
    expect(before).not.toEqual([])
    const during = await server.db.tenant(fleet.id, async (tx) => {
      await templatesRepository.drop(tx, fleet.id, 'car')
      return due(tx)
    })
    expect(during).toEqual(before)
    await owner.delete('/schedule_templates/car')
    await server.services.dueDates.settled()
    const ids = (await templateOf('car')).items.map(({ id }: Line) => id)
    const after = (await due(server.db)).map(({ item_id }) => item_id)
    expect(after).toHaveLength(before.length)
    expect(ids).toEqual(expect.arrayContaining(after))
  })

  it('rejects invalid lines, and drivers', async () => {
    const put = async (items: object[]) =>
      (await owner.put('/schedule_templates/van', { unit: 'mi', items })).body.fields
    expect(await put([])).toEqual({ items: ['required'] })
    expect(await put([{ service_ids: [1], every: null, every_months: null }])).toEqual({
      'items.0.every': ['required'],
    })
    const [{ service_ids }] = (await templateOf('van')).items
    const known = { service_ids, every: 5000, every_months: null }
    expect(await put([known, { ...known, service_ids: [999_999] }])).toEqual({
      'items.1.service_ids': ['unknown'],
    })
    const driver = await server.as(await server.build.user(fleet, { roles: ['Driver'] }))
    expect((await driver.delete('/schedule_templates/van')).status).toBe(403)
  })
})

describe('a template that is saved while due dates are computed', () => {
  const compute = (tx: Transaction, vehicle: { id: number }) =>
    refreshVehicle(tx, fleet.id, vehicle.id, day(0))
  const computedOn = async (vehicle: { id: number }) => {
    const rows = await server.db.query<{ computed_on: string | null }>(
      sql`select computed_on from vehicle_schedules where vehicle_id = ${vehicle.id}`,
    )
    return rows[0]?.computed_on
  }

  it('waits for a computation that has begun, then marks its vehicle to be computed again', async () => {
    const own = await server.build.vehicle(fleet)
    for (const change of ['save', 'reset'] as const) {
      const template = await templateOf('car')
      const { response } = await server.db.tenant(fleet.id, async (tx) => {
        await compute(tx, own)
        const body = { unit: 'mi', items: linesOf(template) }
        const response =
          change === 'save'
            ? owner.put('/schedule_templates/car', body)
            : owner.delete('/schedule_templates/car')
        await untilBlocked(server.db)
        return { response }
      })
      expect((await response).status).toBe(200)
      await server.services.dueDates.settled()
      expect(await computedOn(own)).toBe(day(0))
    }
  })

  it('leaves a vehicle to be computed again if the computation begins during the save', async () => {
    const own = await server.build.vehicle(fleet)
    await server.db.tenant(fleet.id, (tx) => compute(tx, own))
    expect(await computedOn(own)).toBe(day(0))
    await server.db.tenant(fleet.id, async (saving) => {
      await templatesRepository.hold(saving, fleet.id)
      await server.db.tenant(fleet.id, (tx) => compute(tx, own))
    })
    expect(await computedOn(own)).toBeNull()
  })
})

describe('a save whose response was lost', () => {
  it('of a class succeeds again without an effect', async () => {
    const { revision, items } = await templateOf('trailer')
    const [first, ...rest] = linesOf({ items })
    const input = { unit: 'mi', items: [{ ...first, every_months: 13 }, ...rest], revision }
    const saved = await owner.put('/schedule_templates/trailer', input)
    const repeated = await owner.put('/schedule_templates/trailer', input)
    expect([saved.status, repeated.status, repeated.body]).toEqual([200, 200, saved.body])
    await owner.delete('/schedule_templates/trailer')
  })

  it('of a vehicle succeeds again without an effect, also when it follows its class again', async () => {
    const own = await server.build.vehicle(fleet)
    const path = `/vehicles/${own.id}/schedule`
    const [first, ...rest] = linesOf(await templateOf('car'))
    for (const items of [[...rest, { ...first, every_months: 13 }], undefined]) {
      const input = { duty_class: null, items, revision: (await scheduleOf(own)).revision }
      const saved = await owner.put(path, input)
      const repeated = await owner.put(path, input)
      expect([saved.status, repeated.status]).toEqual([200, 200])
      expect(repeated.body.schedule.items).toEqual(saved.body.schedule.items)
    }
  })
})

describe('the schedule of one vehicle', () => {
  it('is saved only over the revision that was shown', async () => {
    const own = await server.build.vehicle(fleet)
    const path = `/vehicles/${own.id}/schedule`
    const [first, ...rest] = linesOf(await templateOf('car'))
    const save = (every_months: number, revision?: string) =>
      owner.put(path, {
        duty_class: null,
        items: [{ ...first, every_months }, ...rest],
        ...(revision && { revision }),
      })
    const { revision } = await scheduleOf(own)
    const responses = await Promise.all([7, 8].map((months) => save(months, revision)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412])
    expect(responses.find(({ status }) => status === 412)?.body.code).toBe('stale')
    const { revision: next } = await scheduleOf(own)
    expect(next).not.toBe(revision)
    expect((await save(9, next)).status).toBe(200)
    // Without a revision, the save overwrites the current state.
    expect((await save(10)).status).toBe(200)
    expect((await owner.put(path, { duty_class: null })).status).toBe(200)
  })

  it('is not discarded by a user who has not seen it', async () => {
    const own = await server.build.vehicle(fleet)
    const path = `/vehicles/${own.id}/schedule`
    const { revision } = await scheduleOf(own)
    const [first] = linesOf(await templateOf('car'))
    await owner.put(path, { duty_class: null, items: [{ ...first, every_months: 7 }] })
    const link = (seen: string) => owner.put(path, { duty_class: 'van', revision: seen })
    expect((await link(revision)).body.code).toBe('stale')
    expect(await scheduleOf(own)).toMatchObject({ follows_class: false })
    expect((await link((await scheduleOf(own)).revision)).status).toBe(200)
  })

  it('is separate once someone changes it: it shows this, a change of the class does not affect it, and it can be linked again', async () => {
    const own = await server.build.vehicle(fleet)
    await owner.post(`/vehicles/${own.id}/vehicle_services`, {
      service_definition_ids: [1],
      interval_months: 48,
    })
    const lines = linesOf(await templateOf('car'))
    const path = `/vehicles/${own.id}/schedule`
    const { body } = await owner.put(path, {
      duty_class: null,
      items: lines.slice(0, 2).map((line) => ({ ...line, every: 4000 })),
    })
    expect(body.schedule).toMatchObject({ follows_class: false })
    const shape = async () =>
      (await scheduleOf(own)).items.map(
        (item: { every_miles: number | null; every_months: number; is_own: boolean }) => [
          item.every_miles,
          item.is_own,
        ],
      )
    // Lines that were added to the vehicle stay.
    expect(await shape()).toEqual([
      [null, true],
      [4000, false],
      [4000, false],
    ])
    await owner.put('/schedule_templates/car', { unit: 'mi', items: [{ ...lines[0], every: 9000 }] })
    await server.services.dueDates.settled()
    expect(await shape()).toHaveLength(3)
    expect(await templateOf('car')).toMatchObject({ not_following: 1 })

    const linked = await owner.put(path, { duty_class: null })
    expect(linked.body.schedule).toMatchObject({ follows_class: true })
    expect(await shape()).toEqual([
      [null, true],
      [9000, false],
    ])
    await owner.put(path, { duty_class: 'van' })
    expect(await scheduleOf(own)).toMatchObject({ duty_class: 'van', follows_class: true })
  })
})
