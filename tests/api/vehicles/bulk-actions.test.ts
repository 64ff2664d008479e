// Bulk actions on vehicles: preview, progress, cancellation, undo, kills and rights (decision 72).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BulkAction } from '#contract/vehicles/bulk-actions.ts'
import { openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { deleteOldActions } from '#server/modules/vehicles/bulk-actions/bulk-actions.repository.ts'
import { Killed, killedAt, runBulkAction } from '#tests/support/bulk-actions.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Runs an action with chunks of ten vehicles. */
const run = (id: string, db = server.db) => runBulkAction(server, id, db, 10)

/** A fleet with vehicles in the department 'Parks', and a signed-in user. */
async function aFleet(count: number, role: 'Owner' | 'Manager' | 'Driver' = 'Owner') {
  const fleet = await server.build.fleet()
  const user = await server.build.user(fleet, { roles: [role] })
  const vehicles = []
  for (let i = 0; i < count; i++) vehicles.push(await server.build.vehicle(fleet, { name: `Van ${i}` }))
  const ids = vehicles.map(({ id }) => id)
  await server.db.query(sql`update vehicles set department_number = 'Parks' where id = any(${ids}::bigint[])`)
  const client = await server.as(user)
  const start = async (input: object, key = randomUUID()) =>
    client.post('/bulk_actions', { vehicle_ids: ids, ...input }, writeHeaders(key))
  const show = async (id: string): Promise<BulkAction> => (await client.get(`/bulk_actions/${id}`)).body
  const undo = (id: string) => client.put(`/bulk_actions/${id}/undo`, {}, writeHeaders(randomUUID()))
  const departments = async () =>
    Object.fromEntries(
      (
        await server.db.query<{ department_number: string | null; count: number }>(sql`
          select department_number, count(*)::int as count from vehicles where fleet_id = ${fleet.id} group by 1`)
      ).map((row) => [String(row.department_number), row.count]),
    )
  return { fleet, user, client, ids, start, show, undo, departments }
}

const TO_ROADS = { action: 'department', department_number: 'Roads' }

it('previews, actions, and gives each vehicle back what it had', async () => {
  const { fleet, client, ids, start, show, undo, departments } = await aFleet(12)
  const [first = 0, second = 0] = ids
  await server.db.query(sql`update vehicles set department_number = 'Roads' where id = ${first}`)
  await server.db.query(sql`update vehicles set department_number = null where id = ${second}`)
  const preview = await client.post('/bulk_actions/check', { vehicle_ids: ids, ...TO_ROADS })
  expect(preview.body).toMatchObject({
    possible: 11,
    // VEH-116
    possible_items: ids.slice(1, 11).map((id) => ({ id })),
    refused: 1,
    reasons: [{ reason: 'unchanged', count: 1 }],
    refused_items: [{ vehicle_id: first, state: 'refused', reason: 'unchanged' }],
  })
  expect(await departments()).toEqual({ Parks: 10, Roads: 1, null: 1 })
  await anOpenOrder(server.db, { id: second, fleetId: fleet.id })
  expect(
    (await client.post('/bulk_actions/check', { vehicle_ids: ids, action: 'deactivate' })).body,
  ).toMatchObject({ possible: 12, open_orders: 1 })

  const { status, body } = await start(TO_ROADS)
  expect([status, body.status, body.vehicles_total]).toEqual([201, 'waiting', 12])
  await run(body.id)
  expect(await show(body.id)).toMatchObject({ status: 'completed', done: 11, refused: 1, undone_by: null })
  expect(await departments()).toEqual({ Roads: 12 })

  // One vehicle changed since, and keeps that.
  await server.db.query(
    sql`update vehicles set department_number = 'Water', rev = rev + 1 where id = ${ids[5]}`,
  )
  const back = (await undo(body.id)).body
  await run(back.id)
  expect(await show(back.id)).toMatchObject({
    undoes: body.id,
    status: 'completed',
    done: 10,
    refused: 1,
    reasons: [{ reason: 'changed_since', count: 1 }],
    refused_items: [{ vehicle_id: ids[5], reason: 'changed_since' }],
  })
  expect(await departments()).toEqual({ Parks: 9, Roads: 1, Water: 1, null: 1 })
  expect((await show(body.id)).undone_by).toBe(back.id)
  expect((await undo(body.id)).body.code).toBe('already_undone')
  expect((await undo(back.id)).body.code).toBe('already_undone')
})

it('finds an action by the id that the device chose, and starts none with an id that exists (VEH-101)', async () => {
  const [ada, other] = [await aFleet(2), await aFleet(2)]
  const id = randomUUID()
  const { status, body } = await ada.start({ ...TO_ROADS, id }, id)
  expect([status, body.id]).toEqual([201, id])
  expect((await ada.show(id)).vehicles_total).toBe(2)
  // The response was lost, and the same request is sent again.
  expect((await ada.start({ ...TO_ROADS, id }, id)).body.id).toBe(id)
  const later = await ada.start({ ...TO_ROADS, id })
  expect([later.status, later.body.id]).toEqual([200, id])
  for (const again of [
    await ada.start({ ...TO_ROADS, department_number: 'Water', id }),
    await ada.start({ ...TO_ROADS, vehicle_ids: ada.ids.slice(1), id }),
    await other.start({ ...TO_ROADS, id }),
  ])
    expect([again.status, again.body.code]).toEqual([409, 'id_reused'])
  await run(id)
  expect(await ada.departments()).toEqual({ Roads: 2 })
  expect((await other.client.get(`/bulk_actions/${id}`)).status).toBe(404)
  expect(await other.departments()).toEqual({ Parks: 2 })
  expect((await ada.start({ ...TO_ROADS, id: 'mine' })).body.code).toBe('validation')
})

it('returns a repeated action by its id also if a new one would be rejected, but only for the same vehicles (VEH-101)', async () => {
  const { fleet, ids, start } = await aFleet(2)
  const driver = await server.build.user(fleet, { roles: ['Driver'] })
  const action = { action: 'drivers', driver_ids: [driver.id], id: randomUUID() }
  expect((await start(action)).status).toBe(201)
  await server.db.query(sql`update users set is_active = false where id = ${driver.id}`)
  expect((await start({ ...action, id: randomUUID() })).status).toBe(422)
  const again = await start({ ...action, vehicle_ids: ids.toReversed() })
  expect([again.status, again.body.id]).toEqual([200, action.id])
  const other = await server.build.vehicle(fleet)
  const reused = await start({ ...action, vehicle_ids: [ids[0], other.id] })
  expect([reused.status, reused.body.code]).toEqual([409, 'id_reused'])
})

it('snoozes, assigns drivers and deactivates, and undoes each', async () => {
  const { fleet, ids, start, show, undo } = await aFleet(3)
  const driver = await server.build.user(fleet, { roles: ['Driver'] })
  const state = async () =>
    server.db.query(sql`
      select v.is_active, s.reminder_date, array(select d.user_id from vehicle_drivers d where d.vehicle_id = v.id) as drivers
      from vehicles v left join vehicle_schedules s on s.vehicle_id = v.id where v.fleet_id = ${fleet.id} order by v.id`)
  const before = await state()
  for (const [input, after] of [
    [{ action: 'snooze', weeks: 4 }, { reminder_date: expect.stringMatching(/^\d{4}-/) }],
    [{ action: 'drivers', driver_ids: [driver.id] }, { drivers: [driver.id] }],
    [{ action: 'deactivate' }, { is_active: false }],
  ] as const) {
    const { body } = await start(input)
    await run(body.id)
    expect(await show(body.id)).toMatchObject({ done: 3, refused: 0 })
    expect(await state()).toMatchObject(ids.map(() => after))
    await run((await undo(body.id)).body.id)
    expect(await state()).toEqual(before)
  }
})

it('gives deactivated drivers their vehicles back when it undoes a change of drivers', async () => {
  const { fleet, ids, start, show, undo } = await aFleet(1)
  const drivers = []
  for (let i = 0; i < 3; i += 1) drivers.push(await server.build.user(fleet, { roles: ['Driver'] }))
  const [first = 0, second = 0, third = 0] = drivers.map(({ id }) => id)
  await server.db.query(sql`
    insert into vehicle_drivers (fleet_id, vehicle_id, user_id)
    select ${fleet.id}, ${ids[0]}, u from unnest(${[first, second]}::bigint[]) as u`)
  await server.db.query(sql`update users set is_active = false where id = ${first}`)
  const { body } = await start({ action: 'drivers', driver_ids: [third] })
  await run(body.id)
  const back = (await undo(body.id)).body
  await run(back.id)
  expect(await show(back.id)).toMatchObject({ done: 1, refused: 0 })
  const rows = await server.db.query<{ user_id: number }>(
    sql`select user_id from vehicle_drivers where vehicle_id = ${ids[0]} order by user_id`,
  )
  expect(rows.map(({ user_id }) => user_id)).toEqual([first, second])
})

it('loses and doubles nothing if the server is killed at any transaction, or two servers run it', async () => {
  const { start, show, undo, departments, ids } = await aFleet(30)
  const revisions = () =>
    server.db.query<{ rev: number }>(
      sql`select rev from vehicles where id = any(${ids}::bigint[]) order by id`,
    )
  const before = await revisions()
  const { body } = await start(TO_ROADS)
  let kills = 0
  for (let turn = 0; turn < 12; turn++) {
    const end = await run(body.id, killedAt(server.db, 1, turn % 2 === 1)).catch((error: unknown) => error)
    if (end instanceof Killed) kills++
  }
  // Three chunks and the end, each once before and once after its commit.
  expect(kills).toBe(8)
  expect(await show(body.id)).toMatchObject({ status: 'completed', done: 30, refused: 0 })
  expect(await departments()).toEqual({ Roads: 30 })
  // Each vehicle was changed once.
  expect(await revisions()).toEqual(before.map(({ rev }) => ({ rev: rev + 1 })))

  const back = (await undo(body.id)).body.id
  const other = openDatabase(server.databaseUrl, { max: 4 })
  await Promise.all([run(back), run(back, other)])
  await other.close()
  expect(await show(back)).toMatchObject({ status: 'completed', done: 30 })
  expect(await departments()).toEqual({ Parks: 30 })
  expect(await revisions()).toEqual(before.map(({ rev }) => ({ rev: rev + 2 })))
})

it('stops when canceled, and undoes what was done until then', async () => {
  const { client, start, show, undo, departments } = await aFleet(30)
  const { body } = await start(TO_ROADS)
  await run(body.id, killedAt(server.db, 2, false)).catch(() => {})
  const cancelled = await client.put(`/bulk_actions/${body.id}/cancel`, {}, writeHeaders(randomUUID()))
  expect(cancelled.body).toMatchObject({ status: 'cancelled', done: 10 })
  await run(body.id)
  expect(await departments()).toEqual({ Parks: 20, Roads: 10 })
  const back = (await undo(body.id)).body
  expect(back.vehicles_total).toBe(10)
  await run(back.id)
  expect(await departments()).toEqual({ Parks: 30 })
  expect((await show(body.id)).status).toBe('cancelled')
})

it('is not stopped while it undoes, because a stopped undo could not be continued (VEH-100)', async () => {
  const { client, start, show, undo, departments } = await aFleet(30)
  const { body } = await start(TO_ROADS)
  await run(body.id)
  const back = (await undo(body.id)).body
  await run(back.id, killedAt(server.db, 2, false)).catch(() => {})
  const response = await client.put(`/bulk_actions/${back.id}/cancel`, {}, writeHeaders(randomUUID()))
  expect([response.status, response.body.status, response.body.done]).toEqual([200, 'running', 10])
  await run(back.id)
  expect(await show(back.id)).toMatchObject({ status: 'completed', done: 30 })
  expect(await departments()).toEqual({ Parks: 30 })
})

it('is created once by a request that is sent twice', async () => {
  const { start, user } = await aFleet(2)
  const key = randomUUID()
  const [one, two] = await Promise.all([start(TO_ROADS, key), start(TO_ROADS, key)])
  const ids = new Set([one, two].filter(({ status }) => status === 201).map(({ body }) => body.id))
  expect(ids.size).toBe(1)
  expect(await server.db.query(sql`select 1 from bulk_actions where user_id = ${user.id}`)).toHaveLength(1)
})

it('checks the right of the action when it starts and again when it runs', async () => {
  const manager = await aFleet(2, 'Manager')
  expect((await manager.start(TO_ROADS)).status).toBe(403)
  expect(
    (await manager.client.post('/bulk_actions/check', { vehicle_ids: manager.ids, ...TO_ROADS })).status,
  ).toBe(403)
  const owner = await aFleet(2)
  const { body } = await owner.start(TO_ROADS)
  await server.db.query(sql`update users set roles = '{Driver}' where id = ${owner.user.id}`)
  await run(body.id)
  expect(await owner.departments()).toEqual({ Parks: 2 })
  const [action] = await server.db.query(sql`
    select count(*)::int as refused from bulk_action_items where action_id = ${body.id} and reason = 'not_allowed'`)
  expect(action).toEqual({ refused: 2 })
})

it('checks again when it runs and before an undo whether the brand has the feature (VEH-110)', async () => {
  const { fleet, start, undo, show } = await aFleet(2)
  const done = (await start({ action: 'deactivate' })).body.id
  await run(done)
  const waiting = (await start({ action: 'activate' })).body.id
  await server.db.query(sql`update fleets set brand = 'fuelpass' where id = ${fleet.id}`)
  await run(waiting)
  expect(await show(waiting)).toMatchObject({ reasons: [{ reason: 'not_allowed', count: 2 }] })
  const { status, body } = await undo(done)
  expect([status, body.code]).toEqual([403, 'not_offered'])
  expect(
    await server.db.query(sql`select from vehicles where fleet_id = ${fleet.id} and is_active`),
  ).toHaveLength(0)
})

it('snoozes in the evening after an earlier decision of the same evening (SCH-055)', async () => {
  const { fleet, ids, start } = await aFleet(1)
  await server.db.query(sql`
    insert into vehicle_schedules (vehicle_id, fleet_id, reminder_date, snoozed_at)
    values (${ids[0]}, ${fleet.id}, '2026-03-10', '2026-03-04T01:30:00Z')
    on conflict (vehicle_id) do update set reminder_date = excluded.reminder_date, snoozed_at = excluded.snoozed_at`)
  // 21:00 on March 3 in the fleet's time zone.
  const now = () => new Date('2026-03-04T02:00:00Z')
  const evening = await startTestServer({ databaseUrl: server.databaseUrl, now })
  try {
    await runBulkAction(evening, (await start({ action: 'snooze', weeks: 4 })).body.id)
  } finally {
    await evening.stop()
  }
  const stored = await server.db.query(
    sql`select reminder_date, snoozed_at from vehicle_schedules where vehicle_id = ${ids[0]}`,
  )
  expect(stored).toEqual([{ reminder_date: '2026-03-31', snoozed_at: now().toISOString() }])
})

it('ignores a snooze that was decided before another one was undone, and arrives later (SCH-055)', async () => {
  const { client, ids, start, undo } = await aFleet(1)
  const entered_at = new Date(Date.now() - 1000).toISOString()
  const { body } = await start({ action: 'snooze', weeks: 4 })
  await run(body.id)
  await run((await undo(body.id)).body.id)
  const path = `/vehicles/${ids[0]}/vehicle_reminders/snooze_reminder`
  const late = await client.post(path, { snooze: '1', entered_at })
  expect([late.status, late.body.reminder_date]).toEqual([200, null])
  expect((await client.post(path, { snooze: '1' })).body.reminder_date).toMatch(/^\d{4}-/)
})

it('brings back the reminders that an undone snooze withheld, and no others', async () => {
  const { fleet, user, ids, start, undo } = await aFleet(1)
  const { body } = await start({ action: 'snooze', weeks: 4 })
  await run(body.id)
  const sentAt = new Date(Date.now() - 60_000)
  await server.db.query(sql`
    insert into reminders (fleet_id, user_id, vehicle_id, channel, kind, occasion, facts, planned_for, send_at, state,
      reason, decided_at)
    select ${fleet.id}, ${user.id}, ${ids[0]}, 'email', kind, occasion, '{}', ${sentAt}, ${sentAt}, 'withheld', reason,
      clock_timestamp() + age
    from (values ('maintenance', 'withheld since', 'snoozed', interval '1 second'),
      ('maintenance', 'withheld by an earlier snooze', 'snoozed', interval '-1 day'),
      ('maintenance', 'switched off', 'switched_off', interval '1 second'))
      as given (kind, occasion, reason, age)`)
  await run((await undo(body.id)).body.id)
  const waiting = await server.db.query<{ occasion: string; send_at: string }>(
    sql`select occasion, send_at from reminders where vehicle_id = ${ids[0]} and state = 'waiting'`,
  )
  expect(waiting).toEqual([{ occasion: 'withheld since', send_at: expect.any(String) }])
  expect(Date.parse(waiting[0]!.send_at)).toBeGreaterThan(Date.now())
})

it('undoes a change of drivers without holding a vehicle while it waits for a user', async () => {
  const { fleet, ids, start, show, undo } = await aFleet(1)
  const [first, second] = [await server.build.user(fleet), await server.build.user(fleet)]
  await server.db.query(sql`
    insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${ids[0]}, ${first.id})`)
  const { body } = await start({ action: 'drivers', driver_ids: [second.id] })
  await run(body.id)
  const back = (await undo(body.id)).body
  const { running } = await server.db.system(async (tx) => {
    await tx.query(sql`select from users where id = ${first.id} for no key update`)
    const running = run(back.id)
    await untilBlocked(server.db)
    // As the form of the user, which then locks their vehicles.
    await tx.query(sql`select from vehicles where id = ${ids[0]} for no key update nowait`)
    return { running }
  })
  await running
  expect(await show(back.id)).toMatchObject({ done: 1, refused: 0 })
})

it('a driver snoozes only assigned vehicles, and another fleet’s vehicles stay as they are', async () => {
  const { fleet, user, client, ids } = await aFleet(2, 'Driver')
  const other = await aFleet(1)
  await server.db.query(sql`
    insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${ids[0]}, ${user.id})`)
  const input = { action: 'snooze', weeks: 1, vehicle_ids: [...ids, ...other.ids] }
  const preview = await client.post('/bulk_actions/check', input)
  expect(preview.body.possible).toBe(1)
  const { body } = await client.post('/bulk_actions', input, writeHeaders(randomUUID()))
  // Before it runs: names of vehicles that the driver may not see are not stored either.
  const items = (await client.get(`/bulk_actions/${body.id}/items`)).body.items
  expect(
    items.map((item: { vehicle_name: string | null }) => item.vehicle_name).filter(Boolean),
  ).toHaveLength(1)
  await run(body.id)
  expect((await client.get(`/bulk_actions/${body.id}`)).body).toMatchObject({ done: 1, refused: 2 })
  const snoozed = await server.db.query(sql`
    select vehicle_id from vehicle_schedules where reminder_date is not null
      and vehicle_id = any(${[...ids, ...other.ids]}::bigint[])`)
  expect(snoozed).toEqual([{ vehicle_id: ids[0] }])
})

it('other users, of this fleet or another, do not see an action', async () => {
  const { fleet, start } = await aFleet(1)
  const { body } = await start(TO_ROADS)
  for (const place of [fleet, await server.build.fleet()]) {
    const stranger = await server.as(await server.build.user(place))
    expect((await stranger.get(`/bulk_actions/${body.id}`)).status).toBe(404)
    expect((await stranger.get(`/bulk_actions/${body.id}/items`)).status).toBe(404)
    expect(
      (await stranger.put(`/bulk_actions/${body.id}/cancel`, {}, writeHeaders(randomUUID()))).status,
    ).toBe(404)
    expect((await stranger.put(`/bulk_actions/${body.id}/undo`, {}, writeHeaders(randomUUID()))).status).toBe(
      404,
    )
  }
})

it.each([
  [{ action: 'department' }, 'department_number'],
  [{ action: 'drivers' }, 'driver_ids'],
  [{ action: 'snooze' }, 'weeks'],
  [{ action: 'snooze', weeks: 3 }, 'weeks'],
  [{ action: 'department', department_number: 'x'.repeat(51) }, 'department_number'],
  [{ action: 'deactivate', vehicle_ids: [] }, 'vehicle_ids'],
  [{ action: 'sell' }, 'action'],
])('rejects %j at the field %s', async (input, field) => {
  const { start } = await aFleet(1)
  const { status, body } = await start(input)
  expect(status).toBe(422)
  expect(Object.keys(body.fields)).toContain(field)
})

it('rejects drivers that a vehicle cannot get: of another fleet, deactivated or unknown', async () => {
  const { fleet, client, ids, start } = await aFleet(2)
  const stranger = await server.build.user(await server.build.fleet(), { roles: ['Driver'] })
  const inactive = await server.build.user(fleet, { roles: ['Driver'] })
  const driver = await server.build.user(fleet, { roles: ['Driver'] })
  await server.db.query(sql`update users set is_active = false where id = ${inactive.id}`)
  for (const id of [stranger.id, inactive.id, 999_999_999]) {
    const input = { action: 'drivers', vehicle_ids: ids, driver_ids: [driver.id, id] }
    const preview = await client.post('/bulk_actions/check', input)
    expect([preview.status, preview.body.fields]).toEqual([422, { driver_ids: ['id'] }])
    const started = await start(input)
    expect([started.status, started.body.fields]).toEqual([422, { driver_ids: ['id'] }])
  }
  const input = { action: 'drivers', vehicle_ids: ids, driver_ids: [driver.id] }
  expect((await client.post('/bulk_actions/check', input)).body).toMatchObject({ possible: 2, refused: 0 })
})

it('deletes the records of old actions, but none before it and its undo have ended (VEH-121)', async () => {
  const { ids, start, show, undo, departments } = await aFleet(12)
  const dateBack = (id: string) =>
    server.db.query(sql`update bulk_actions set created_at = now() - interval '32 days' where id = ${id}`)
  const itemsOf = async (id: string) =>
    (await server.db.query(sql`select 1 from bulk_action_items where action_id = ${id}`)).length
  const { body } = await start(TO_ROADS)
  await dateBack(body.id)
  await deleteOldActions(server.db)
  await run(body.id)
  expect(await departments(), 'an action that waited').toEqual({ Roads: 12 })

  const back = (await undo(body.id)).body
  // The first chunk gives back ten vehicles, then the server is killed.
  await expect(run(back.id, killedAt(server.db, 1, true))).rejects.toThrow(Killed)
  await dateBack(back.id)
  await deleteOldActions(server.db)
  expect(await departments(), 'half of the undo').toEqual({ Parks: 10, Roads: 2 })
  await run(back.id)
  expect(await departments(), 'all of the undo').toEqual({ Parks: 12 })
  expect(await show(back.id)).toMatchObject({ status: 'completed', done: ids.length })

  await server.db.query(sql`update bulk_actions set created_at = now() where id = ${back.id}`)
  await deleteOldActions(server.db)
  expect((await show(body.id)).undone_by, 'a finished undo that is not old').toBe(back.id)

  await dateBack(back.id)
  await deleteOldActions(server.db)
  expect([await itemsOf(body.id), await itemsOf(back.id)]).toEqual([0, 0])
})
