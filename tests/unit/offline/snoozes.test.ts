import { afterEach, expect, it } from 'vitest'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { addDays, localToday } from '#domain/core/days.ts'
import { newId } from '#src/offline/model/ids.ts'
import type { Offline } from '#src/offline/offline.ts'
import { aPhone, openApp } from './device.ts'

const opened: Offline[] = []
afterEach(() => {
  for (const app of opened.splice(0)) app.close()
})
const headers = { 'x-wheelbook-api': '1', 'content-type': 'application/json' }
const today = localToday()

const aSchedule = (vehicle_id: number, reminder_date: string | null): VehicleSchedule => ({
  vehicle_id,
  reminder_date,
  unit: 'mi',
  duty_class: 'van',
  follows_class: true,
  miles_per_month: null,
  items: [],
  completions: [],
  readings: [],
  start: { day: today, odometer: null },
})

/** A device that has loaded these schedules and is offline since. */
async function aDevice(schedules: VehicleSchedule[]) {
  let isThere = true
  const changes = schedules.map((data) => ({ type: 'schedule', id: String(data.vehicle_id), data }))
  const fetchFn = async () => {
    if (!isThere) throw new TypeError('no network')
    return new Response(JSON.stringify({ changes, next: 'a', hasMore: false, missing: [] }), { headers })
  }
  const app = await openApp(aPhone(), { fetch: fetchFn as unknown as typeof fetch })
  opened.push(app)
  await app.cache.refresh()
  isThere = false
  return app
}

it('SVC-109: knows the snooze of every vehicle of a large fleet, and none that has ended', async () => {
  const until = (id: number) => addDays(today, 7 * (1 + (id % 3)))
  const snoozed = Array.from({ length: 1200 }, (_, index) => aSchedule(index + 1, until(index + 1)))
  const { cache } = await aDevice([
    ...snoozed,
    aSchedule(2001, today),
    aSchedule(2002, addDays(today, -9)),
    aSchedule(2003, null),
  ])
  const rows = (await cache.snoozes.current()) ?? []
  expect(rows.toSorted((a, b) => a.vehicle_id - b.vehicle_id)).toEqual(
    snoozed.map(({ vehicle_id }) => ({ vehicle_id, until: until(vehicle_id) })),
  )
})

it('SVC-109: the last of several waiting snoozes counts, also if it ends sooner', async () => {
  const { cache, outbox } = await aDevice([aSchedule(5, addDays(today, 56)), aSchedule(6, addDays(today, 7))])
  for (const snooze of ['13 weeks', '1 week'])
    await outbox.enqueue({
      kind: 'snooze.create',
      id: newId(),
      payload: { vehicle_id: 5, snooze, from: addDays(today, -1) },
    })
  expect(await cache.snoozes.current()).toEqual([
    { vehicle_id: 6, until: addDays(today, 7) },
    { vehicle_id: 5, until: addDays(today, 6) },
  ])
})
