import { afterEach, expect, it } from 'vitest'
import type { Interval } from '#contract/maintenance/intervals.ts'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import type { OdometerReading } from '#contract/vehicles/odometer.ts'
import { addDays, localToday } from '#domain/core/days.ts'
import type { Completion } from '#domain/maintenance/due-rules.ts'
import { newId } from '#src/offline/model/ids.ts'
import type { Offline } from '#src/offline/offline.ts'
import { cacheDb } from '#src/offline/storage/cache-db.ts'
import { aHistory, aPhone, drain, historyFields, openApp } from './device.ts'
import { inProcessServer } from './in-process-server.ts'

// An acknowledged entry changes what is due until a pull contains it (docs/offline.md row 34).

const opened: Offline[] = []
afterEach(() => {
  for (const app of opened.splice(0)) app.close()
})
const today = localToday()
const VEHICLE = historyFields().vehicle_id
const OTHER = VEHICLE + 1
const headers = { 'x-wheelbook-api': '1', 'content-type': 'application/json' }

const aSchedule = (vehicle_id: number, completions: Completion[] = []): VehicleSchedule => ({
  vehicle_id,
  unit: 'mi',
  duty_class: 'van',
  follows_class: true,
  miles_per_month: null,
  reminder_date: null,
  items: [
    {
      id: 4,
      service_ids: [11],
      every_miles: null,
      every_kilometers: null,
      every_months: 6,
      is_own: false,
    },
  ],
  completions,
  readings: [],
  start: { day: addDays(today, -400), odometer: 50_000 },
})

const anInterval = (vehicle_id: number): Interval => ({
  id: vehicle_id * 10,
  vehicle_id,
  name: '',
  tag: 'Past Due',
  due_status: 'past_due',
  due_at: null,
  due_date: addDays(today, -100),
  unit: 'mi',
  interval_id: 4,
  every_months: 6,
  services: [],
})

const service = {
  id: 11,
  name: 'Oil',
  name_en: 'Oil',
  name_fr: 'Huile',
  positions: [],
  typical_price: null,
  support_medium_and_heavy_duty_vehicles: true,
}

const rowsOf = (...schedules: VehicleSchedule[]) =>
  schedules.map((data) => ({ type: 'schedule', id: String(data.vehicle_id), data }))

interface Page {
  changes: unknown[]
  withheld?: boolean
}

const aReading = (value: number, ago: number, own: Partial<OdometerReading> = {}): OdometerReading => ({
  id: newId(),
  vehicle_id: VEHICLE,
  value,
  unit: 'mi',
  read_on: addDays(today, -ago),
  source: 'driver',
  is_doubtful: false,
  void_reason: null,
  user_name: null,
  created_at: `${addDays(today, -ago)}T10:00:00.000Z`,
  ...own,
})

/** A phone that has pulled two vehicles with a service past due, and the server's next pages. */
async function aDevice() {
  const server = inProcessServer(() => 'ok')
  const first = [
    ...rowsOf(aSchedule(VEHICLE), aSchedule(OTHER)),
    ...[VEHICLE, OTHER].map((id) => ({ type: 'interval', id: String(id * 10), data: anInterval(id) })),
    { type: 'service', id: '11', data: service },
  ]
  const pages: (Page | Promise<Page>)[] = [{ changes: first }]
  let cursor = 0
  const fetchFn = async (input: string) => {
    if (!new URL(input, 'https://app.example').pathname.endsWith('/sync')) return server.fetch(input)
    const page = await pages.shift()
    if (!page) throw new TypeError('no network')
    return new Response(JSON.stringify({ ...page, next: String(++cursor), hasMore: false }), { headers })
  }
  const phone = aPhone()
  const app = await openApp(phone, { transport: server.transport, fetch: fetchFn as typeof fetch })
  opened.push(app)
  await app.cache.refresh()
  const send = async () => {
    app.outbox.start()
    await drain(app.outbox)
    await app.outbox.stop()
  }
  const tagOf = async (vehicleId: number) => {
    const [one] = await app.cache.intervalsOf(vehicleId).current()
    const listed = await app.cache.intervals.current()
    expect(listed.find(({ vehicle_id }) => vehicle_id === vehicleId)?.tag).toBe(one?.tag)
    return one?.tag
  }
  /** The clock must advance for a pull to be later than what precedes it. */
  const later = () => new Promise((resolve) => setTimeout(resolve, 5))
  const completionsOf = async (vehicleId: number) =>
    (await app.cache.scheduleOf(vehicleId).current())?.completions.length
  return { app, phone, server, pages, send, tagOf, later, completionsOf }
}

it('a service stays done after its entry was sent, until a pull that began later', async () => {
  const { app, pages, send, tagOf, later } = await aDevice()
  expect(await tagOf(VEHICLE)).toBe('Past Due')
  const entry = aHistory({ date_of_completion: today })
  await app.outbox.enqueue(entry)
  expect(await tagOf(VEHICLE)).toBe('Upcoming')
  await send()
  expect(await app.outbox.pendingCount()).toBe(0)
  expect(await tagOf(VEHICLE)).toBe('Upcoming')
  expect(await tagOf(OTHER)).toBe('Past Due')
  await later()
  // Another user has deleted it since.
  pages.push({ changes: [] })
  await app.cache.refresh()
  expect(await tagOf(VEHICLE)).toBe('Past Due')
})

it('a page that was requested before the acknowledgement does not undo it', async () => {
  const { app, pages, send, tagOf, later, completionsOf } = await aDevice()
  const slow = Promise.withResolvers<Page>()
  pages.push(slow.promise)
  const refreshed = app.cache.refresh()
  await expect.poll(() => pages.length).toBe(0)
  await later()
  await app.outbox.enqueue(aHistory({ date_of_completion: today }))
  await send()
  slow.resolve({ changes: rowsOf(aSchedule(VEHICLE)) })
  await refreshed
  expect([await tagOf(VEHICLE), await completionsOf(VEHICLE)]).toEqual(['Upcoming', 1])
})

it('a newer version that was pulled counts, also if the server withholds other changes', async () => {
  const { app, pages, send, tagOf, later, completionsOf } = await aDevice()
  const entry = aHistory({ date_of_completion: today })
  await app.outbox.enqueue(entry)
  await send()
  await later()
  pages.push({ changes: [], withheld: true })
  await app.cache.refresh()
  expect([await tagOf(VEHICLE), await completionsOf(VEHICLE)]).toEqual(['Upcoming', 1])
  const done: Completion = {
    id: `${entry.id}:1`,
    service_id: 11,
    day: addDays(today, -300),
    odometer: 48_210,
    unit: 'mi',
    source: 'history',
  }
  const row = (await app.cache.history(entry.id).current())?.row
  const newer = { type: 'manual_history', id: entry.id, data: { ...row, rev: 2 } }
  pages.push({ changes: [newer, ...rowsOf(aSchedule(VEHICLE, [done]))], withheld: true })
  await app.cache.refresh()
  expect([await tagOf(VEHICLE), await completionsOf(VEHICLE)]).toEqual(['Past Due', 1])
})

it('ignoring a wrong reading makes those fit that contradicted it, while waiting and once sent', async () => {
  const { app, pages, send, server, later } = await aDevice()
  const wrong = aReading(65_000, 20)
  const readings = [
    aReading(51_500, 8, { is_doubtful: true }),
    aReading(51_000, 10, { is_doubtful: true }),
    wrong,
    aReading(50_000, 30),
    aReading(70_000, 40, { is_doubtful: true }),
  ]
  pages.push({ changes: rowsOf({ ...aSchedule(VEHICLE), readings }) })
  await app.cache.refresh()
  const doubtful = async () => {
    const row = await app.cache.scheduleOf(VEHICLE).current()
    return row?.readings.filter((reading) => reading.is_doubtful).map(({ value }) => value)
  }
  expect(await doubtful()).toEqual([51_500, 51_000, 70_000])
  await app.outbox.enqueue({
    kind: 'void.create',
    id: newId(),
    payload: { vehicle_id: VEHICLE, reading_id: wrong.id, reason: 'Other van' },
  })
  expect(await doubtful()).toEqual([70_000])
  server.responses.push({ ...wrong, void_reason: 'Other van' })
  await later()
  await send()
  expect(await app.outbox.pendingCount()).toBe(0)
  expect(await doubtful()).toEqual([70_000])
})

it('a deletion stays after it was sent', async () => {
  const { app, send, tagOf, later } = await aDevice()
  const entry = aHistory({ date_of_completion: today })
  await app.outbox.enqueue(entry)
  await send()
  await later()
  const basis = (await app.cache.history(entry.id).current())?.basis ?? { rev: 1, opId: null }
  await app.outbox.enqueue({ kind: 'history.delete', id: entry.id, basis, vehicleId: VEHICLE })
  await send()
  expect(await tagOf(VEHICLE)).toBe('Past Due')
})

it('an entry counts only for the vehicle to which an edit moves it, while waiting and once sent', async () => {
  const { app, pages, send, tagOf, later, completionsOf } = await aDevice()
  const entry = aHistory({ date_of_completion: today })
  await app.outbox.enqueue(entry)
  await send()
  await later()
  const { id } = entry
  const done: Completion = {
    id: `${id}:1`,
    service_id: 11,
    day: today,
    odometer: 48_210,
    unit: 'mi',
    source: 'history',
  }
  pages.push({ changes: rowsOf(aSchedule(VEHICLE, [done])) })
  await app.cache.refresh()
  const known = await app.cache.history(id).current()
  const payload = historyFields({ vehicle_id: OTHER, date_of_completion: today })
  await app.outbox.enqueue({
    kind: 'history.update',
    id,
    payload,
    files: [],
    removedFileIds: [],
    basis: known?.basis ?? { rev: 1, opId: null },
  })
  const movedFrom = async () => [
    await app.cache.movedFrom(VEHICLE).current(),
    await app.cache.movedFrom(OTHER).current(),
  ]
  expect(await movedFrom()).toEqual([[id], []])
  const state = async () => [await completionsOf(VEHICLE), await tagOf(VEHICLE), await tagOf(OTHER)]
  expect(await state()).toEqual([0, 'Past Due', 'Upcoming'])
  await send()
  expect(await state()).toEqual([0, 'Past Due', 'Upcoming'])
  expect(await movedFrom()).toEqual([[], []])
})

it('stays done on a device that an earlier build pulled last, while the server withholds changes', async () => {
  const { app, phone, pages, send, tagOf, later } = await aDevice()
  const db = cacheDb({ tenantId: 3, userId: 7 }, phone)
  await db.syncState.toCollection().modify((state) => {
    delete state.pulledAt
  })
  db.close()
  await later()
  await app.outbox.enqueue(aHistory({ date_of_completion: today }))
  await send()
  await later()
  for (const _ of [1, 2]) {
    pages.push({ changes: [], withheld: true })
    await app.cache.refresh()
    expect(await tagOf(VEHICLE)).toBe('Upcoming')
  }
})

it('older entries that wait leave the start of the schedule as it is; a reading nearer to it moves it (SCH-056)', async () => {
  const { app, pages } = await aDevice()
  pages.push({ changes: rowsOf({ ...aSchedule(VEHICLE), readings: [aReading(50_000, 390)] }) })
  await app.cache.refresh()
  const start = async () => (await app.cache.scheduleOf(VEHICLE).current())?.start.odometer
  await app.outbox.enqueue(aHistory({ date_of_completion: addDays(today, -700), odometer: 20_000 }))
  expect(await start()).toBe(50_000)
  const fields = { vehicle_id: VEHICLE, value: 49_900, unit: 'mi' as const, read_on: addDays(today, -401) }
  await app.outbox.enqueue({ kind: 'reading.create', id: newId(), payload: fields })
  expect(await start()).toBe(49_900)
})
