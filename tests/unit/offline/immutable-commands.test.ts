import { afterEach, expect, it, vi } from 'vitest'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { addDays, localToday } from '#domain/core/days.ts'
import { dueOf } from '#domain/maintenance/schedule-rules.ts'
import { newId } from '#src/offline/model/ids.ts'
import type { ImmutableCommand } from '#src/offline/model/immutable-commands.ts'
import type { Offline } from '#src/offline/offline.ts'
import { aPhone, drain, historyFields, openApp, openPage } from './device.ts'
import { inProcessServer } from './in-process-server.ts'

// Ruling 24: readings, snoozes and marks of services wait for the network as entries do.

const opened: Offline[] = []
afterEach(() => {
  for (const app of opened.splice(0)) app.close()
})
const headers = { 'x-wheelbook-api': '1', 'content-type': 'application/json' }
const today = localToday()
const VEHICLE = historyFields().vehicle_id

const schedule: VehicleSchedule = {
  vehicle_id: VEHICLE,
  unit: 'mi',
  duty_class: 'van',
  follows_class: true,
  miles_per_month: null,
  reminder_date: null,
  items: [
    {
      id: 4,
      service_ids: [1, 2],
      every_miles: 5000,
      every_kilometers: 8000,
      every_months: null,
      is_own: false,
    },
  ],
  completions: [],
  readings: [],
  start: { day: addDays(today, -100), odometer: 50_000 },
}

interface Sent {
  method: string
  path: string
  key: string
  ifMatch: string | null
  fields: Record<string, string>
}

/** A phone with a schedule, offline until `connect`. Then every command succeeds after its first response was lost. */
async function aDevice(problemCode?: string) {
  let isThere = true
  let isRejecting = problemCode !== undefined
  const sent: Sent[] = []
  const lost = new Set<string>()
  const fetchFn = async (input: string | URL | Request, init?: RequestInit) => {
    if (!isThere) throw new TypeError('no network')
    const url = new URL(String(input), 'https://app.example')
    const given = new Headers(init?.headers)
    const key = given.get('idempotency-key')
    if (!key) {
      const changes = [
        { type: 'schedule', id: String(VEHICLE), data: schedule },
        ...[1, 2].map((id) => ({
          type: 'service',
          id: String(id),
          data: {
            id,
            name: `S${id}`,
            name_en: `S${id}`,
            name_fr: `S${id}`,
            positions: [],
            typical_price: null,
            support_medium_and_heavy_duty_vehicles: true,
          },
        })),
      ]
      return new Response(JSON.stringify({ changes, next: 'a', hasMore: false, missing: [] }), { headers })
    }
    const fields = Object.fromEntries(
      [...((init?.body as FormData | undefined) ?? new FormData())].map(([name, text]) => [
        name,
        String(text),
      ]),
    )
    sent.push({ method: init?.method ?? '', path: url.pathname, key, ifMatch: given.get('if-match'), fields })
    if (!lost.has(key)) {
      lost.add(key)
      throw new TypeError('connection reset')
    }
    if (isRejecting) {
      const isInvalid = problemCode === 'validation'
      const problem = JSON.stringify({
        code: problemCode,
        ...(isInvalid && { fields: { read_on: ['future'] } }),
      })
      return new Response(problem, {
        status: isInvalid ? 422 : 409,
        headers: { ...headers, 'x-wheelbook-op': key },
      })
    }
    return new Response('{"success":true}', { headers: { ...headers, 'x-wheelbook-op': key } })
  }
  const app = await openApp(aPhone(), { fetch: fetchFn as typeof fetch })
  opened.push(app)
  await app.cache.refresh()
  isThere = false
  const standing = async () => {
    const row = await app.cache.scheduleOf(VEHICLE).current()
    return row ? dueOf(row, today)[0] : undefined
  }
  const connect = () => {
    isThere = true
  }
  const accept = () => {
    isRejecting = false
  }
  return { app, sent, standing, connect, accept }
}

it('shows marks, readings, voids and snoozes offline at once, calculated with the server’s own function', async () => {
  const { app, standing } = await aDevice()
  const readingId = newId()
  const reading = { vehicle_id: VEHICLE, value: 56_000, read_on: today }
  expect(await standing()).toMatchObject({ tag: 'Upcoming' })
  await app.outbox.enqueue({ kind: 'reading.create', id: readingId, payload: reading })
  expect(await standing()).toMatchObject({ due_at: 55_000, tag: 'Past Due' })
  expect(await app.cache.intervalsOf(VEHICLE).current()).toMatchObject([{ tag: 'Past Due', interval_id: 4 }])
  const details = [1, 2].map((id) => ({ id, is_completed: true }))
  const mark = { vehicle_id: VEHICLE, interval_id: 4, are_all_completed: true, completed_on: today }
  await app.outbox.enqueue({
    kind: 'mark.create',
    id: newId(),
    payload: { ...mark, service_completed_details: details },
  })
  expect(await standing()).toMatchObject({ due_at: 61_000, tag: 'Upcoming' })
  const undone = details.map(({ id }) => ({ id, is_completed: false }))
  await app.outbox.enqueue({
    kind: 'mark.create',
    id: newId(),
    payload: { ...mark, service_completed_details: undone, are_all_completed: false },
  })
  expect(await standing()).toMatchObject({ due_at: 55_000 })
  await app.outbox.enqueue({
    kind: 'void.create',
    id: newId(),
    payload: { vehicle_id: VEHICLE, reading_id: readingId, reason: 'Other van' },
  })
  expect(await standing()).toMatchObject({ tag: 'Upcoming' })
  const snooze = { vehicle_id: VEHICLE, snooze: '2 weeks', from: today }
  await app.outbox.enqueue({ kind: 'snooze.create', id: newId(), payload: snooze })
  expect((await app.cache.scheduleOf(VEHICLE).current())?.reminder_date).toBe(addDays(today, 14))
  expect(await app.cache.snoozes.current()).toEqual([{ vehicle_id: VEHICLE, until: addDays(today, 14) }])
})

it('a queued history completes its services', async () => {
  const { app, standing } = await aDevice()
  const vehicle_services = [1, 2].map((service_definition_id) => ({ service_definition_id, price: '1.00' }))
  const payload = { ...historyFields(), vehicle_services, odometer: 54_000, date_of_completion: today }
  await app.outbox.enqueue({ kind: 'history.create', id: newId(), payload, files: [] })
  expect(await standing()).toMatchObject({ due_at: 59_000 })
})

it('lists only the services of an interval that no completed or queued entry covers (SCH-052)', async () => {
  const { app } = await aDevice()
  const named = async () =>
    (await app.cache.intervalsOf(VEHICLE).current()).map((row) =>
      row.services.map((service) => service.service_id),
    )
  const reading = { vehicle_id: VEHICLE, value: 56_000, read_on: today }
  await app.outbox.enqueue({ kind: 'reading.create', id: newId(), payload: reading })
  expect(await named()).toEqual([[1, 2]])
  const vehicle_services = [{ service_definition_id: 1, price: '1.00' }]
  const payload = { ...historyFields(), vehicle_services, odometer: 56_000, date_of_completion: today }
  await app.outbox.enqueue({ kind: 'history.create', id: newId(), payload, files: [] })
  expect(await named()).toEqual([[2]])
})

it('sends each command under its own key, the same at every attempt, without a revision, in order', async () => {
  const { app, sent, connect } = await aDevice()
  const reading = { vehicle_id: VEHICLE, value: 56_000, read_on: today }
  const id = newId()
  await app.outbox.enqueue({ kind: 'reading.create', id, payload: reading })
  // The same button is clicked again.
  await app.outbox.enqueue({ kind: 'reading.create', id, payload: reading })
  await app.outbox.enqueue({
    kind: 'mark.create',
    id: newId(),
    payload: {
      vehicle_id: VEHICLE,
      interval_id: 4,
      are_all_completed: false,
      service_completed_details: [{ id: 1, is_completed: true }],
    },
  })
  const snooze = { vehicle_id: VEHICLE, snooze: '4 weeks', from: today }
  await app.outbox.enqueue({ kind: 'snooze.create', id: newId(), payload: snooze })
  connect()
  app.start()
  await drain(app.outbox)
  expect(await app.outbox.pendingCount()).toBe(0)
  const base = `/api/v4/vehicles/${VEHICLE}`
  expect(sent.filter((_, i) => i % 2 === 1).map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST ${base}/odometer_readings`,
    `PUT ${base}/oem_schedules/services_completed`,
    `POST ${base}/vehicle_reminders/snooze_reminder`,
  ])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3)
  expect(sent.every(({ ifMatch }) => ifMatch === null)).toBe(true)
  for (let i = 0; i < sent.length; i += 2) expect(sent[i]).toEqual(sent[i + 1])
  expect(sent[0]?.fields).toMatchObject({ id, value: '56000', read_on: today })
  expect(sent[2]?.fields).toMatchObject({
    'service_completed_details[0][id]': '1',
    'service_completed_details[0][is_completed]': 'true',
  })
})

it('rejects a reading dated in the future before it is stored', async () => {
  const { app } = await aDevice()
  const payload = { vehicle_id: VEHICLE, value: 1, read_on: addDays(today, 1) }
  await expect(app.outbox.enqueue({ kind: 'reading.create', id: newId(), payload })).rejects.toMatchObject({
    fields: { read_on: ['future'] },
  })
  expect(await app.outbox.pendingCount()).toBe(0)
})

it('replaces a rejected reading by its correction, in one step and under a new key', async () => {
  const { app, sent, connect, accept, standing } = await aDevice('validation')
  const id = newId()
  const reading = { vehicle_id: VEHICLE, value: 54_000, read_on: today }
  await app.outbox.enqueue({ kind: 'reading.create', id, payload: reading })
  connect()
  app.start()
  await drain(app.outbox)
  expect(await app.outbox.entries.current()).toMatchObject([{ entityId: id, state: 'rejected' }])
  accept()
  const corrected = { ...reading, value: 56_000, read_on: addDays(today, -1) }
  // The same button is clicked twice.
  const [first, second] = await Promise.all([
    app.outbox.enqueue({ kind: 'reading.create', id, payload: corrected }),
    app.outbox.enqueue({ kind: 'reading.create', id, payload: corrected }),
  ])
  expect(second).toEqual(first)
  expect(await standing()).toMatchObject({ tag: 'Past Due' })
  await drain(app.outbox)
  expect(await app.outbox.unsentCount()).toEqual({ entries: 0, files: 0 })
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
  expect(sent.at(-1)?.fields).toMatchObject({ id, value: '56000', read_on: corrected.read_on })
})

it('replaces a rejected reading that is saved again unchanged', async () => {
  const { app, connect, accept } = await aDevice('validation')
  const id = newId()
  const payload = { vehicle_id: VEHICLE, value: 54_000, read_on: today }
  await app.outbox.enqueue({ kind: 'reading.create', id, payload })
  connect()
  app.start()
  await drain(app.outbox)
  accept()
  await app.outbox.enqueue({ kind: 'reading.create', id, payload })
  await drain(app.outbox)
  expect(await app.outbox.unsentCount()).toEqual({ entries: 0, files: 0 })
})

it.each(['already_void', 'interval_reset'])(
  'sets an act aside that comes too late (%s), shows the schedule without it, and lets the rest go on',
  async (code) => {
    const { app, connect, standing } = await aDevice(code)
    await app.outbox.enqueue({
      kind: 'interval-mark.create',
      id: newId(),
      payload: {
        vehicle_id: VEHICLE,
        interval_id: 4,
        service_definition_ids: [1, 2],
        is_completed: true,
        completed_on: today,
        last_completed_on: 'never',
      },
    })
    expect((await standing())?.cycles).toHaveLength(1)
    connect()
    app.start()
    await drain(app.outbox)
    expect(await app.outbox.entries.current()).toMatchObject([{ state: 'rejected', trouble: { code } }])
    expect((await standing())?.cycles).toHaveLength(0)
  },
)

it('marks one service, and withdraws an interval’s completion, as the server will', async () => {
  const { app, sent, standing, connect } = await aDevice()
  const act = { vehicle_id: VEHICLE, completed_on: today }
  for (const service_id of [1, 2])
    await app.outbox.enqueue({
      kind: 'service-mark.create',
      id: newId(),
      payload: { ...act, service_id, is_completed: true },
    })
  expect((await standing())?.cycles).toHaveLength(1)
  await app.outbox.enqueue({
    kind: 'interval-mark.create',
    id: newId(),
    payload: { ...act, interval_id: 4, service_definition_ids: [1, 2], is_completed: false },
  })
  expect((await standing())?.cycles).toHaveLength(0)
  connect()
  app.start()
  await drain(app.outbox)
  expect(sent.filter((_, i) => i % 2 === 1).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /api/v4/vehicles/update_is_completed',
    'PUT /api/v4/vehicles/update_is_completed',
    `PUT /api/v4/vehicles/${VEHICLE}/oem_schedules/4/mark_as_completed`,
  ])
})

it.each(['before', 'after'] as const)(
  'doubles nothing when the app is killed while its commands are being sent: the responses are lost %s the effect',
  async (when) => {
    let fault: 'lostAck' | 'reset' | 'ok' = when === 'after' ? 'lostAck' : 'reset'
    let isKilled = false
    const { transport, acts, fetch } = inProcessServer(() => fault)
    const phone = aPhone()
    const first = await openPage(phone, {
      fetch,
      transport: (outgoing, signal) => (isKilled ? new Promise(() => {}) : transport(outgoing, signal)),
    })
    const act = { vehicle_id: VEHICLE, completed_on: today }
    const readingId = newId()
    const commands: ImmutableCommand[] = [
      {
        kind: 'reading.create',
        id: readingId,
        payload: { vehicle_id: VEHICLE, value: 9, read_on: today },
      },
      {
        kind: 'void.create',
        id: newId(),
        payload: { vehicle_id: VEHICLE, reading_id: readingId, reason: 'Other van' },
      },
      {
        kind: 'mark.create',
        id: newId(),
        payload: {
          ...act,
          interval_id: 4,
          are_all_completed: false,
          service_completed_details: [{ id: 1, is_completed: true }],
        },
      },
      {
        kind: 'interval-mark.create',
        id: newId(),
        payload: { ...act, interval_id: 4, service_definition_ids: [1, 2], is_completed: true },
      },
      {
        kind: 'service-mark.create',
        id: newId(),
        payload: { ...act, service_id: 2, is_completed: true },
      },
      {
        kind: 'snooze.create',
        id: newId(),
        payload: { vehicle_id: VEHICLE, snooze: '2 weeks', from: today },
      },
    ]
    // Each on a different vehicle, so that all of them are in flight at once.
    for (const [i, command] of commands.entries())
      await first.outbox.enqueue({
        ...command,
        payload: { ...command.payload, vehicle_id: VEHICLE + i },
      } as ImmutableCommand)
    first.outbox.start()
    await vi.waitFor(async () => {
      const rows = await first.store.db.ops.toArray()
      expect(rows.filter((row) => (row as { attempts: number }).attempts > 0).length).toBeGreaterThan(2)
    })
    // Nothing is closed or reported.
    isKilled = true
    fault = 'ok'
    const later = { now: () => Date.now() + 3_600_000, after: setTimerFor }
    const second = await openPage(phone, { transport, fetch, clock: later })
    second.outbox.start()
    expect(await drain(second.outbox)).toBe('empty')
    expect(acts.size).toBe(commands.length)
    second.outbox.close()
  },
)

function setTimerFor(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
