// Reminders reach the right user, at the right time, once (decision 26; USR-051, USR-056, SET-014).

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/core/days.ts'
import { sql } from '#server/db/sql.ts'
import { NumberRejected, type SmsPort, SmsUnavailable } from '#server/integrations/sms/port.ts'
import { workers } from '#server/jobs/workers.ts'
import { reminderSender } from '#server/modules/maintenance/reminders/reminder-sender.service.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let oil: { id: number }
beforeAll(async () => {
  server = await startTestServer()
  oil = await server.build.service({ name: 'Oil change' })
})
afterAll(() => server.stop())

type User = Awaited<ReturnType<TestServer['build']['user']>>
type Vehicle = { id: number; fleetId: number }
/** Noon in New York. */
const NOON = new Date('2026-05-04T16:00:00Z')
const hours = (count: number, from = NOON) => new Date(from.getTime() + count * 3_600_000)

/** A fleet in New York with an owner who never set a preference, a driver, and another driver. */
async function aStage() {
  const fleet = await server.build.fleet({ timeZone: 'America/New_York' })
  const owner = await server.build.user(fleet)
  const driver = await server.build.user(fleet, { roles: ['Driver'] })
  const stranger = await server.build.user(fleet, { roles: ['Driver'] })
  const vehicle = await server.build.vehicle(fleet, { name: 'Van 7', drivers: [driver] })
  return { fleet, owner, driver, stranger, vehicle }
}
const set = (user: User, to: Record<string, unknown>) =>
  Promise.all(
    Object.entries(to).map(([column, value]) =>
      server.db.query({ text: `update users set ${column} = $1 where id = $2`, values: [value, user.id] }),
    ),
  )

/** A due item, as the due engine writes it on a day. The engine has its own tests. */
async function due(
  vehicle: Vehicle,
  given: {
    status?: 'due_soon' | 'past_due'
    from?: string
    on?: string
    snoozed?: string
    itemId?: number
  } = {},
) {
  const [item] = given.itemId
    ? [{ id: given.itemId }]
    : await server.db.query<{ id: number }>(sql`
        insert into schedule_items (fleet_id, vehicle_id, service_definition_ids, every_months)
        values (${vehicle.fleetId}, ${vehicle.id}, ${[oil.id]}, 6) returning id`)
  const status = given.status ?? 'due_soon'
  await server.db.query(sql`
    insert into maintenance_intervals (fleet_id, vehicle_id, item_id, name, tag, due_status, due_at, due_date, unit,
      every_months, service_definition_ids, cycle_from)
    values (${vehicle.fleetId}, ${vehicle.id}, ${item!.id}, '', ${status === 'past_due' ? 'Past Due' : 'Currently Due'},
      ${status}, 62000, '2026-05-20', 'mi', 6, ${[oil.id]}, ${given.from ?? '2025-11-20'})
    on conflict (vehicle_id, item_id) do update set tag = excluded.tag, due_status = excluded.due_status,
      cycle_from = excluded.cycle_from`)
  await computed(vehicle, given.on ?? '2026-05-04', given.snoozed)
  return item!
}
/** The due dates of the vehicle were calculated on this day. */
const computed = (vehicle: Vehicle, day: string, snoozed?: string) =>
  server.db.query(sql`
    insert into vehicle_schedules as s (vehicle_id, fleet_id, computed_on, reminder_date)
    values (${vehicle.id}, ${vehicle.fleetId}, ${day}, ${snoozed ?? null})
    on conflict (vehicle_id) do update set computed_on = ${day}, reminder_date = coalesce(${snoozed ?? null}, s.reminder_date)`)
const done = (vehicle: Vehicle) =>
  server.db.query(sql`delete from maintenance_intervals where vehicle_id = ${vehicle.id}`)
const aDocument = (vehicle: Vehicle, expiration: string, type = 'vehicle_insurance') =>
  server.db.query(sql`
    insert into glovebox_items (id, fleet_id, vehicle_id, document_type, expiration_date, content_hash)
    values (${randomUUID()}, ${vehicle.fleetId}, ${vehicle.id}, ${type}, ${expiration}, '')`)

/** Everything that a server does on its own at this instant. */
async function passTime(now: Date) {
  await server.services.reminderPlanner.planDay(now)
  await server.services.reminderPlanner.planAppointments(now)
  while ((await server.services.reminderSender.round(now)) > 0);
}
/** Emails to a user, oldest first. */
const mailsTo = (user: User) =>
  server.db.query<{ subject: string; text: string; html: string; unsubscribe: string }>(
    sql`select subject, text, html, unsubscribe from mails where recipient = ${user.email} order by created_at, id`,
  )
const subjectsTo = async (user: User) => (await mailsTo(user)).map((mail) => mail.subject)
const textsTo = (number: string) =>
  server.db.query<{ text: string }>(
    sql`select text from text_messages where recipient = ${number} order by created_at`,
  )
const reasonsOf = async (user: User) =>
  (
    await server.db.query<{ reason: string }>(
      sql`select reason from reminders where user_id = ${user.id} and state = 'withheld' order by id`,
    )
  ).map(({ reason }) => reason)

describe('maintenance that is due', () => {
  it('is sent to the driver of the vehicle on the next morning of the driver’s time zone, not to users without the preference', async () => {
    const { fleet, owner, driver, stranger, vehicle } = await aStage()
    await set(driver, { time_zone: 'America/Los_Angeles' })
    await due(vehicle)
    await passTime(new Date('2026-05-04T04:10:00Z')) // night in the fleet's time zone
    await passTime(new Date('2026-05-04T14:59:00Z')) // 7:59 in the driver's time zone
    expect(await subjectsTo(driver)).toEqual([])
    await passTime(new Date('2026-05-04T15:00:00Z'))
    expect(await subjectsTo(driver)).toEqual(['Van 7: Oil change is due soon'])
    const [mail] = await mailsTo(driver)
    expect(mail?.text).toContain('due at 62,000 mi, about 05/20/2026')
    expect(mail?.text).toContain(`/vehicles/${vehicle.id}?fleet=${fleet.id}`)
    for (const other of [owner, stranger]) expect(await subjectsTo(other)).toEqual([])
  })

  it('is sent once when it is due soon and once when it is past due, and again in the next cycle', async () => {
    const { driver, vehicle } = await aStage()
    const item = await due(vehicle)
    await passTime(NOON)
    for (const on of ['2026-05-05', '2026-05-06']) {
      await computed(vehicle, on)
      await passTime(new Date(`${on}T16:00:00Z`))
    }
    expect(await subjectsTo(driver)).toHaveLength(1)
    await due(vehicle, { status: 'past_due', on: '2026-05-21', itemId: item.id })
    await passTime(new Date('2026-05-21T16:00:00Z'))
    expect((await subjectsTo(driver))[1]).toBe('Van 7: Oil change is past due')
    await due(vehicle, { from: '2026-05-25', on: '2026-11-01', itemId: item.id })
    await passTime(new Date('2026-11-01T17:00:00Z'))
    expect(await subjectsTo(driver)).toHaveLength(3)
  })

  it('is one email a morning, in the user’s language, with everything that is due', async () => {
    const { fleet, owner, vehicle } = await aStage()
    await set(owner, { reminds_by_email: true, language: 'fr' })
    const other = await server.build.vehicle(fleet, { name: 'Camion 2' })
    for (const dueVehicle of [vehicle, other]) await due(dueVehicle)
    await aDocument(other, '2026-05-11')
    await passTime(NOON)
    const [mail, ...more] = await mailsTo(owner)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Rappels pour 2 véhicules')
    expect(mail?.text).toContain('Camion 2\u00a0: assurance · échéance le 05/11/2026')
    expect(mail?.text).toContain('Van 7\u00a0: Oil change (fr) · à 62\u00a0000 mi, vers le 05/20/2026')
    expect(mail?.html).toContain('lang="fr"')
    expect(mail?.text).toMatch(new RegExp(`/upcoming_maintenances\\?due=all&fleet=${fleet.id}$`, 'm'))
  })

  it('is one email after downtime too: what was planned before waits for the plan of the day', async () => {
    const { driver, vehicle } = await aStage()
    const item = await due(vehicle)
    const plan = (at: string) => server.services.reminderPlanner.planDay(new Date(at))
    const send = async (at: string) => {
      while ((await server.services.reminderSender.round(new Date(at))) > 0);
    }
    await plan('2026-05-04T04:10:00Z')
    // Three days later, sending starts before planning.
    await send('2026-05-07T14:00:00Z')
    expect(await subjectsTo(driver)).toEqual([])
    await due(vehicle, { status: 'past_due', on: '2026-05-07', itemId: item.id })
    await aDocument(vehicle, '2026-05-09')
    await plan('2026-05-07T14:00:10Z')
    await send('2026-05-07T14:00:15Z')
    const [mail, ...more] = await mailsTo(driver)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Van 7: 2 reminders')
    expect(mail?.text).toContain('Van 7: Oil change · past due, due at 62,000 mi')
    expect(mail?.text.match(/Oil change/g)).toHaveLength(1)
  })

  it('waits until all vehicles of the fleet are planned', async () => {
    const { fleet, driver, vehicle } = await aStage()
    for (const dueVehicle of [
      vehicle,
      await server.build.vehicle(fleet, { name: 'Van 8', drivers: [driver] }),
    ])
      await due(dueVehicle)
    await server.db.query(sql`
      create function break_second_plan() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`)
    const text = `create trigger break_second_plan before update on fleets for each row when (new.id = ${fleet.id})
      execute function break_second_plan()`
    await server.db.query({ text, values: [] })
    await expect(server.services.reminderPlanner.planDay(NOON)).rejects.toThrow('some fleets')
    await server.db.query(sql`drop trigger break_second_plan on fleets`)
    while ((await server.services.reminderSender.round(NOON)) > 0);
    expect(await subjectsTo(driver)).toEqual([])
    await passTime(NOON)
    expect(await subjectsTo(driver)).toEqual(['Reminders for 2 vehicles'])
  })

  it('waits for a vehicle that another server is planning', async () => {
    const { fleet, driver, vehicle } = await aStage()
    const other = await server.build.vehicle(fleet, { name: 'Van 8', drivers: [driver] })
    for (const dueVehicle of [vehicle, other]) await due(dueVehicle)
    await server.db.system(async (tx) => {
      await tx.query(sql`select from vehicle_schedules where vehicle_id = ${other.id} for update`)
      await passTime(NOON)
    })
    expect(await subjectsTo(driver)).toEqual([])
    await passTime(NOON)
    expect(await subjectsTo(driver)).toEqual(['Reminders for 2 vehicles'])
  })

  it('waits for active vehicles whose due dates are missing or of an earlier day, but only until noon', async () => {
    for (const isComputed of [true, false]) {
      const { fleet, driver, vehicle } = await aStage()
      await due(vehicle)
      await server.build.vehicle(fleet, { name: 'Van 6', isActive: false })
      const other = await server.build.vehicle(fleet, { name: 'Van 8', drivers: [driver] })
      await passTime(new Date('2026-05-04T12:05:00Z'))
      await computed(other, '2026-05-03')
      await passTime(new Date('2026-05-04T15:55:00Z'))
      expect(await subjectsTo(driver)).toEqual([])
      if (isComputed) await due(other)
      await passTime(isComputed ? new Date('2026-05-04T15:57:00Z') : NOON)
      const subject = isComputed ? 'Reminders for 2 vehicles' : 'Van 7: Oil change is due soon'
      expect(await subjectsTo(driver)).toEqual([subject])
    }
  })

  it('is planned for the day of which the due dates were computed, however long that took', async () => {
    const planned: Date[] = []
    let at = new Date('2026-05-05T03:59:59Z')
    const job = workers({
      ...server.services,
      mail: server.services.mailPort,
      now: () => at,
      dueDates: {
        refreshAll: async (now) => {
          planned.push(now)
          at = new Date('2026-05-05T04:10:00Z')
          return 0
        },
      },
      reminderPlanner: { planDay: async (now) => planned.push(now) },
    })
    await job['due-dates']({})
    expect(planned).toEqual(Array(2).fill(new Date('2026-05-05T03:59:59Z')))
  })

  it('on a vehicle that was added during the day is sent on the next morning, with all else that is due', async () => {
    const { fleet, driver, vehicle } = await aStage()
    await due(vehicle)
    await passTime(NOON)
    const added = await server.build.vehicle(fleet, { name: 'Van 8', drivers: [driver] })
    await due(added)
    await passTime(hours(1))
    expect(await subjectsTo(driver)).toHaveLength(1)
    await aDocument(vehicle, '2026-05-12')
    for (const dueVehicle of [vehicle, added]) await computed(dueVehicle, '2026-05-05')
    await passTime(new Date('2026-05-05T04:10:00Z'))
    await passTime(new Date('2026-05-05T12:00:00Z'))
    expect((await subjectsTo(driver)).slice(1)).toEqual(['Reminders for 2 vehicles'])
  })

  it('is one email even if the reminders of a round end within those of a user', async () => {
    const { fleet, driver, stranger } = await aStage()
    for (const name of ['Van 8', 'Van 9'])
      await due(await server.build.vehicle(fleet, { name, drivers: [driver, stranger] }))
    await server.services.reminderPlanner.planDay(NOON)
    const { db, ports } = server.services
    const sender = reminderSender({ db, ports, remindersMax: 3 })
    while ((await sender.round(NOON)) > 0);
    for (const user of [driver, stranger])
      expect(await subjectsTo(user)).toEqual(['Reminders for 2 vehicles'])
  })

  it('is silent while snoozed, shows why, and comes back after the snooze if it is still due (SVC-051)', async () => {
    const { driver, vehicle } = await aStage()
    await due(vehicle, { snoozed: '2026-05-10' })
    await passTime(NOON)
    expect(await subjectsTo(driver)).toEqual([])
    expect(await reasonsOf(driver)).toEqual(['snoozed'])
    for (const on of ['2026-05-09', '2026-05-10', '2026-05-11']) {
      await computed(vehicle, on)
      await passTime(new Date(`${on}T16:00:00Z`))
      expect(await subjectsTo(driver)).toHaveLength(on < '2026-05-10' ? 0 : 1)
    }
  })

  it('that is done, switched off, or of another user’s vehicle by the morning is not sent', async () => {
    const night = new Date('2026-05-04T05:00:00Z')
    const stages = [await aStage(), await aStage(), await aStage()] as const
    for (const { vehicle } of stages) await due(vehicle)
    await passTime(night)
    await done(stages[0].vehicle)
    await set(stages[1].driver, { reminds_by_email: false })
    await server.db.query(sql`delete from vehicle_drivers where vehicle_id = ${stages[2].vehicle.id}`)
    await passTime(NOON)
    const reasons = await Promise.all(stages.map(({ driver }) => reasonsOf(driver)))
    expect(reasons).toEqual([['over'], ['switched_off'], ['not_yours']])
    for (const { driver } of stages) expect(await subjectsTo(driver)).toEqual([])
  })

  it('is sent on a later morning, once, if its reason had ended and applies again', async () => {
    const [first, second] = [await aStage(), await aStage()]
    const item = await due(first.vehicle)
    await due(second.vehicle)
    await server.services.reminderPlanner.planDay(NOON)
    await done(first.vehicle)
    await server.db.query(sql`delete from vehicle_drivers where vehicle_id = ${second.vehicle.id}`)
    await passTime(NOON)
    // The entry that had completed it is deleted, and the driver is assigned again.
    await due(first.vehicle, { itemId: item.id })
    await server.db.query(sql`
      insert into vehicle_drivers (fleet_id, vehicle_id, user_id)
      values (${second.fleet.id}, ${second.vehicle.id}, ${second.driver.id})`)
    for (const on of ['2026-05-05', '2026-05-06']) {
      for (const { vehicle } of [first, second]) await computed(vehicle, on)
      await passTime(new Date(`${on}T16:00:00Z`))
    }
    for (const { driver } of [first, second]) {
      expect(await subjectsTo(driver)).toEqual(['Van 7: Oil change is due soon'])
      expect(await reasonsOf(driver)).toEqual([])
    }
  })

  it('names only the services that are still open in the morning (SCH-052)', async () => {
    const { driver, vehicle } = await aStage()
    const filter = await server.build.service({ name: 'Air filter' })
    await due(vehicle)
    await server.db.query(sql`
      update maintenance_intervals set service_definition_ids = ${[oil.id, filter.id]}
      where vehicle_id = ${vehicle.id}`)
    await server.services.reminderPlanner.planDay(NOON)
    await server.db.query(sql`
      update maintenance_intervals set open_service_ids = ${[filter.id]} where vehicle_id = ${vehicle.id}`)
    await passTime(NOON)
    expect(await subjectsTo(driver)).toEqual(['Van 7: Air filter is due soon'])
  })

  it('is not sent to a user who was deactivated or deleted since, and blocks no other', async () => {
    for (const gone of ['deactivated', 'deleted'] as const) {
      const { fleet, owner, driver, vehicle } = await aStage()
      const other = await server.build.user(fleet, { roles: ['Driver'] })
      await server.db.query(sql`
        insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${vehicle.id}, ${other.id})`)
      await due(vehicle)
      await server.services.reminderPlanner.planDay(NOON)
      const client = await server.as(owner)
      const response =
        gone === 'deleted'
          ? await client.delete(`/fleet_users/${driver.id}`)
          : await client.put(`/fleet_users/${driver.id}/deactivate`, {})
      expect(response.status).toBe(200)
      await computed(vehicle, '2026-05-05')
      await passTime(hours(20))
      expect(await reasonsOf(driver)).toEqual(['not_yours'])
      expect(await mailsTo({ ...driver, email: `deleted:${driver.id}` })).toEqual([])
      expect([(await mailsTo(driver)).length, (await mailsTo(other)).length]).toEqual([0, 1])
    }
  })

  it('is also sent by text message if requested, and shows if a phone number is missing', async () => {
    const { owner, driver, vehicle } = await aStage()
    await set(driver, { reminds_by_text: true, cell_phone: '6145550123' })
    await set(owner, { reminds_by_text: true })
    await due(vehicle)
    await passTime(NOON)
    const [text, ...more] = await textsTo('6145550123')
    expect(more).toEqual([])
    expect(text?.text).toMatch(
      /^Wheelbook: Van 7: Oil change · due at 62,000 mi, about 05\/20\/2026\. http.*\/vehicles\/\d+\?fleet=\d+$/,
    )
    expect(await subjectsTo(driver)).toHaveLength(1)
    expect(await reasonsOf(owner)).toEqual(['no_phone'])
  })
})

describe('documents', () => {
  it('are sent 30 days, 7 days and 0 days before they expire, plates as well', async () => {
    const { driver, vehicle } = await aStage()
    await aDocument(vehicle, '2026-06-03', 'driver_license')
    await server.db.query(sql`
      update vehicles set license_plate_expiration = '2026-05-06', license_plate_number = 'GKP 4412' where id = ${vehicle.id}`)
    const mails: string[][] = []
    for (let n = 0; n < 34; n++) {
      const day = addDays('2026-05-04', n)
      await computed(vehicle, day)
      const before = (await subjectsTo(driver)).length
      await passTime(new Date(`${day}T16:00:00Z`))
      for (const subject of (await subjectsTo(driver)).slice(before)) mails.push([day, subject])
    }
    expect(mails).toEqual([
      ['2026-05-04', 'Van 7: 2 reminders'],
      ['2026-05-06', 'Van 7: license plate (GKP 4412) expires'],
      ['2026-05-27', 'Van 7: driver license expires'],
      ['2026-06-03', 'Van 7: driver license expires'],
    ])
  })

  it('name the day on which they expire, also on that day, because an email may arrive days later', async () => {
    const { driver, vehicle } = await aStage()
    await aDocument(vehicle, '2026-05-04')
    await computed(vehicle, '2026-05-04')
    await passTime(NOON)
    expect((await mailsTo(driver))[0]?.text).toContain('Van 7: insurance · expires on 05/04/2026')
  })

  it('alone, of several vehicles, lead to the dashboard, because no list of due maintenance has them', async () => {
    const { fleet, driver, vehicle } = await aStage()
    await set(driver, { reminds_by_text: true, cell_phone: '6145550124' })
    const other = await server.build.vehicle(fleet, { name: 'Van 8', drivers: [driver] })
    for (const dueVehicle of [vehicle, other]) {
      await aDocument(dueVehicle, '2026-05-11')
      await computed(dueVehicle, '2026-05-04')
    }
    await passTime(NOON)
    const [mail] = await mailsTo(driver)
    expect(mail?.text).toMatch(/Open the dashboard: http\S+\/dashboard\?fleet=\d+$/m)
    expect((await textsTo('6145550124'))[0]?.text).toMatch(/\/dashboard\?fleet=\d+$/)
  })

  it('that were replaced are not sent', async () => {
    const { driver, vehicle } = await aStage()
    await aDocument(vehicle, '2026-05-11')
    await aDocument(vehicle, '2027-05-11')
    await computed(vehicle, '2026-05-04')
    await passTime(NOON)
    expect(await subjectsTo(driver)).toEqual([])
  })

  it('that are replaced between the planning and the morning are not sent', async () => {
    const { driver, vehicle } = await aStage()
    await aDocument(vehicle, '2026-05-11')
    await computed(vehicle, '2026-05-04')
    await passTime(new Date('2026-05-04T04:30:00Z'))
    await aDocument(vehicle, '2027-05-11')
    await passTime(new Date('2026-05-04T12:00:00Z'))
    expect([await subjectsTo(driver), await reasonsOf(driver)]).toEqual([[], ['over']])
  })
})

describe('appointments', () => {
  const order = (vehicle: Vehicle, at: Date, known = hours(-72)) =>
    anOpenOrder(server.db, vehicle, { at: at.toISOString(), status: 'active' }).then(async (made) => {
      await server.db.query(sql`update shop_orders set created_at = ${known} where id = ${made.id}`)
      return made
    })
  const turnOn = (user: User, ...keys: string[]) =>
    set(user, { email_notifications: Object.fromEntries(keys.map((key) => [key, true])) })

  it('are sent 24 hours and 1 hour before, by each user’s choice, and no minute earlier (USR-051, USR-056)', async () => {
    const { owner, driver, stranger, vehicle } = await aStage()
    await turnOn(owner, 'twenty_four_hour_reminder')
    await turnOn(driver, 'twenty_four_hour_reminder', 'one_hour_reminder')
    await turnOn(stranger, 'twenty_four_hour_reminder', 'one_hour_reminder')
    await order(vehicle, hours(24))
    const mailCounts = async (now: Date) => {
      await passTime(now)
      return [await subjectsTo(owner), await subjectsTo(driver)].map((subjects) => subjects.length)
    }
    expect(await mailCounts(hours(-0.02))).toEqual([0, 0])
    expect(await mailCounts(NOON)).toEqual([1, 1])
    expect(await mailCounts(hours(22.9))).toEqual([1, 1])
    expect(await mailCounts(hours(23))).toEqual([1, 2])
    expect(await mailCounts(hours(23.5))).toEqual([1, 2])
    expect(await subjectsTo(stranger)).toEqual([])
    expect((await subjectsTo(owner))[0]).toBe('Van 7: appointment on 05/05/2026 12:00 PM EDT')
  })

  it('link to the order and its fleet, because the session may act for another one', async () => {
    const { fleet, driver, vehicle } = await aStage()
    const both = { twenty_four_hour_reminder: true }
    await set(driver, { email_notifications: both, text_notifications: both, cell_phone: '6145550188' })
    const { id } = await order(vehicle, hours(24))
    await passTime(NOON)
    const link = new RegExp(`https?://\\S+/orders/${id}/approvals\\?fleet=${fleet.id}$`, 'm')
    expect((await mailsTo(driver))[0]?.text).toMatch(link)
    expect((await textsTo('6145550188'))[0]?.text).toMatch(link)
  })

  it('booked in another fleet of a fuel-card account remind the user who booked, while the account is active', async () => {
    const { fleet, vehicle } = await aStage()
    const account = await server.build.account()
    const home = await server.build.fleet({ accountId: account.id })
    await server.db.query(sql`update fleets set account_id = ${account.id} where id = ${fleet.id}`)
    const aGuest = () => server.build.user(home, { accounts: [account] })
    const [booker, colleague] = [await aGuest(), await aGuest()]
    for (const user of [booker, colleague])
      await turnOn(user, 'twenty_four_hour_reminder', 'one_hour_reminder')
    const { id } = await order(vehicle, hours(24))
    await server.db.query(sql`update shop_orders set originator_id = ${booker.id} where id = ${id}`)
    await passTime(NOON)
    expect([await subjectsTo(booker), await subjectsTo(colleague)]).toMatchObject([
      { length: 1 },
      { length: 0 },
    ])
    await server.db.query(sql`update accounts set is_active = false where id = ${account.id}`)
    await passTime(hours(23))
    expect(await subjectsTo(booker)).toHaveLength(1)
    expect(await reasonsOf(booker)).toEqual(['not_yours'])
  })

  it('that were moved or canceled are sent at their new time, or not at all', async () => {
    const { driver, vehicle } = await aStage()
    await turnOn(driver, 'one_hour_reminder')
    const { id } = await order(vehicle, hours(2))
    await passTime(NOON)
    await server.db.query(sql`update shop_orders set appointment_datetime = ${hours(5)} where id = ${id}`)
    await passTime(hours(1))
    expect(await subjectsTo(driver)).toEqual([])
    await passTime(hours(4))
    expect(await subjectsTo(driver)).toHaveLength(1)
    const other = await aStage()
    await turnOn(other.driver, 'one_hour_reminder')
    const cancelled = await order(other.vehicle, hours(2))
    await passTime(NOON)
    await server.db.query(sql`update shop_orders set status = 'cancel' where id = ${cancelled.id}`)
    await passTime(hours(1))
    expect(await reasonsOf(other.driver)).toEqual(['over'])
    await server.db.query(sql`update shop_orders set status = 'active' where id = ${cancelled.id}`)
    await passTime(hours(1.1))
    expect([await subjectsTo(other.driver), await reasonsOf(other.driver)]).toEqual([
      [expect.any(String)],
      [],
    ])
  })

  it('are not sent, nor planned again and again, for a vehicle that was deactivated', async () => {
    const { driver, vehicle } = await aStage()
    await turnOn(driver, 'one_hour_reminder')
    await order(vehicle, hours(2))
    await passTime(NOON)
    await server.db.query(sql`update vehicles set is_active = false where id = ${vehicle.id}`)
    await passTime(hours(1))
    expect(await reasonsOf(driver)).toEqual(['not_yours'])
    expect(await server.services.reminderPlanner.planAppointments(hours(1.1))).toBe(0)
  })

  it('are not what a walk-in has, so it sends no reminder', async () => {
    const { driver, vehicle } = await aStage()
    await turnOn(driver, 'one_hour_reminder')
    const walkIn = await order(vehicle, hours(2))
    await server.db.query(sql`update shop_orders set status = 'walk_in' where id = ${walkIn.id}`)
    await passTime(NOON)
    await passTime(hours(1))
    expect([await subjectsTo(driver), await reasonsOf(driver)]).toEqual([[], []])
    const other = await aStage()
    await turnOn(other.driver, 'one_hour_reminder')
    const late = await order(other.vehicle, hours(2))
    await passTime(NOON)
    await server.db.query(sql`update shop_orders set status = 'walk_in' where id = ${late.id}`)
    await passTime(hours(1))
    expect(await reasonsOf(other.driver)).toEqual(['over'])
  })

  it('booked after the reminder’s time has passed send no reminder', async () => {
    const { driver, vehicle } = await aStage()
    await turnOn(driver, 'twenty_four_hour_reminder', 'one_hour_reminder')
    await order(vehicle, hours(20), NOON)
    await passTime(NOON)
    expect(await subjectsTo(driver)).toEqual([])
    await passTime(hours(19))
    expect(await subjectsTo(driver)).toHaveLength(1)
  })

  it('of servers that were down are sent late while they are useful, otherwise recorded as missed', async () => {
    const { driver, vehicle } = await aStage()
    await turnOn(driver, 'twenty_four_hour_reminder', 'one_hour_reminder')
    await order(vehicle, hours(3))
    await passTime(hours(0.5))
    expect(await subjectsTo(driver)).toHaveLength(1)
    await passTime(hours(3.1))
    expect(await reasonsOf(driver)).toEqual(['too_late'])
  })
})

describe('two servers on one database', () => {
  it('send each reminder once between them', async () => {
    const stages = await Promise.all(Array.from({ length: 8 }, aStage))
    for (const { vehicle } of stages) await due(vehicle)
    await Promise.all([passTime(NOON), passTime(NOON), passTime(NOON)])
    for (const { driver } of stages) expect(await subjectsTo(driver)).toHaveLength(1)
  })
})

describe('the unsubscribe link', () => {
  async function aMail() {
    const stage = await aStage()
    await due(stage.vehicle)
    await passTime(NOON)
    const [mail] = await mailsTo(stage.driver)
    const path = new URL(mail!.unsubscribe).pathname
    return { ...stage, mail: mail!, path }
  }
  const wants = async (user: User) =>
    (
      await server.db.query<{ on: boolean }>(
        sql`select reminds_by_email as on from users where id = ${user.id}`,
      )
    )[0]?.on

  it('is in the email, changes nothing when opened, and ends the reminders by one POST, signed out (RFC 8058)', async () => {
    const { driver, mail, path } = await aMail()
    expect(mail.text).toContain(`Unsubscribe from these reminders: ${mail.unsubscribe}`)
    expect(mail.html).toContain(`href="${mail.unsubscribe}"`)
    const page = await fetch(server.url + path)
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await page.text()).toContain('reminders of maintenance and documents')
    expect(await wants(driver)).toBe(null)
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await fetch(server.url + path, { method: 'POST', body })).status).toBe(200)
    expect(await wants(driver)).toBe(false)
    await fetch(`${server.url}${path}?undo`, { method: 'POST' })
    expect(await wants(driver)).toBe(null)
  })

  it('reports if the emails have already ended, and what to do if the link is broken', async () => {
    const { path } = await aMail()
    await fetch(server.url + path, { method: 'POST' })
    expect(await (await fetch(server.url + path)).text()).toContain('You no longer get reminders')
    const broken = await fetch(server.url + path.slice(0, -1))
    expect([broken.status, broken.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await broken.text()).toContain('href="/user_preferences"')
  })

  it('is valid for its user and kind only', async () => {
    const { driver, stranger, path } = await aMail()
    for (const forged of [
      path.replace(String(driver.id), String(stranger.id)),
      path.replace('maintenance', 'one_hour_reminder'),
      `${path}x`,
      '/unsubscribe/1.maintenance.',
    ])
      expect([forged, (await fetch(server.url + forged, { method: 'POST' })).status]).toEqual([forged, 404])
    expect(await wants(stranger)).toBe(null)
  })
})

describe('the page of the user’s reminders', () => {
  it('lists what was sent in the last 30 days, newest first, page by page, with the reasons', async () => {
    const { owner, driver, stranger, vehicle } = await aStage()
    const day = new Date().toISOString().slice(0, 10)
    await due(vehicle, { on: day })
    await aDocument(vehicle, day)
    // At noon, whenever this test runs: in the evening, reminders wait for the next morning.
    await set(driver, { time_zone: 'UTC', reminds_by_text: true })
    await server.db.query(sql`update fleets set time_zone = 'UTC' where id = ${vehicle.fleetId}`)
    await passTime(new Date(`${day}T12:00:00Z`))
    await passTime(new Date(`${day}T20:00:00Z`))
    const client = await server.as(driver)
    const all = (await client.get('/users/me/reminders')).body
    expect(all.time_zone).toBe('UTC')
    expect(all.next_cursor).toBe(null)
    expect(all.reminders).toHaveLength(4)
    expect(all.reminders).toContainEqual(
      expect.objectContaining({
        channel: 'email',
        state: 'on_its_way',
        reason: null,
        vehicle: { id: vehicle.id, name: 'Van 7' },
        about: expect.objectContaining({ kind: 'maintenance', services: ['Oil change'], due_at: 62_000 }),
      }),
    )
    expect(all.reminders).toContainEqual(
      expect.objectContaining({ channel: 'text', state: 'withheld', reason: 'no_phone' }),
    )
    const seen: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: { reminders: { id: number }[]; next_cursor: string | null } = (
        await client.get(`/users/me/reminders?per_page=3${cursor && `&cursor=${cursor}`}`)
      ).body
      seen.push(...page.reminders.map(({ id }) => id))
      cursor = page.next_cursor
    }
    expect(seen).toEqual(all.reminders.map(({ id }: { id: number }) => id))
    for (const other of [owner, stranger])
      expect((await (await server.as(other)).get('/users/me/reminders')).body.reminders).toEqual([])
  })

  it('shows an appointment in the shop’s time zone, as the order and the email do, wherever the reader is', async () => {
    const { driver, vehicle } = await aStage()
    await set(driver, { time_zone: 'America/Los_Angeles', email_notifications: { one_hour_reminder: true } })
    const at = new Date(Date.now() + 2 * 3_600_000)
    const shop = await server.build.shop()
    await server.db.query(sql`update shops set time_zone = 'America/Halifax' where id = ${shop.id}`)
    const { id } = await anOpenOrder(server.db, vehicle, { at: at.toISOString(), shopId: shop.id })
    await passTime(new Date())
    const [reminder] = (await (await server.as(driver)).get('/users/me/reminders')).body.reminders
    expect(reminder.about).toMatchObject({
      order_id: id,
      shop_time_zone: 'America/Halifax',
      appointment_time_pretty: at.toLocaleTimeString('en-US', {
        timeZone: 'America/Halifax',
        hour: '2-digit',
        minute: '2-digit',
        hour12: true,
      }),
    })
  })

  it('uses the user’s own time zone once it is set, and rejects an invalid one', async () => {
    const { driver } = await aStage()
    const client = await server.as(driver)
    expect((await client.get('/users/me/reminders')).body.time_zone).toBe('America/New_York')
    for (const time_zone of ['Nowhere/Land', '-05:00', '+0300'])
      expect((await client.put('/users/me/time_zone', { time_zone })).status).toBe(422)
    await client.put('/users/me/time_zone', { time_zone: 'America/Halifax' })
    expect((await client.get('/users/me/reminders')).body.time_zone).toBe('America/Halifax')
  })
})

describe('what goes wrong with one', () => {
  /** A sender whose emails to this user fail with this statement. */
  const failingFor = (user: User, statement: ReturnType<typeof sql>) => {
    const { db, ports } = server.services
    const queue: typeof ports.mail.queue = (tx, mail) =>
      mail.recipient === user.email ? tx.query(statement).then(() => '') : ports.mail.queue(tx, mail)
    return reminderSender({ db, ports: { ...ports, mail: { ...ports.mail, queue } } })
  }
  async function anHourBefore() {
    const { driver, vehicle } = await aStage()
    await set(driver, { email_notifications: { one_hour_reminder: true } })
    const { id } = await anOpenOrder(server.db, vehicle, { at: hours(2).toISOString(), status: 'active' })
    await server.db.query(sql`update shop_orders set created_at = ${hours(-72)} where id = ${id}`)
    await passTime(NOON)
    return driver
  }

  it('reminder of an appointment is tried again soon enough', async () => {
    const driver = await anHourBefore()
    await failingFor(driver, sql`select 1 / 0`).round(hours(1))
    await passTime(hours(1.01))
    expect(await subjectsTo(driver)).toEqual([])
    await passTime(hours(1.1))
    expect(await subjectsTo(driver)).toHaveLength(1)
  })

  it('round because the database is unavailable postpones nothing', async () => {
    const driver = await anHourBefore()
    await server.db.query(sql`
      create function run_out() returns text language plpgsql as $$
      begin raise 'out of memory' using errcode = '53200'; end $$`)
    const sender = failingFor(driver, sql`select run_out()`)
    await expect(sender.round(hours(1))).rejects.toThrow('out of memory')
    await passTime(hours(1))
    expect(await subjectsTo(driver)).toHaveLength(1)
  })

  it('user’s email delays no other, and is retried', async () => {
    const { fleet, driver, vehicle } = await aStage()
    const other = await server.build.user(fleet, { roles: ['Driver'] })
    await server.db.query(sql`
      insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${vehicle.id}, ${other.id})`)
    await due(vehicle)
    await server.services.reminderPlanner.planDay(NOON)
    // As another version of the server wrote it.
    const [sound] = await server.db.query<{ facts: object }>(
      sql`select facts from reminders where user_id = ${driver.id}`,
    )
    await server.db.query(
      sql`update reminders set facts = facts || '{"due_date": 7}' where user_id = ${driver.id}`,
    )
    await passTime(NOON)
    expect([(await subjectsTo(driver)).length, (await subjectsTo(other)).length]).toEqual([0, 1])
    await server.db.query(
      sql`update reminders set facts = ${sound!.facts}::jsonb where user_id = ${driver.id}`,
    )
    await passTime(hours(2))
    expect([(await subjectsTo(driver)).length, (await subjectsTo(other)).length]).toEqual([1, 1])
  })

  it('fleet does not block the planning of others', async () => {
    const [broken, sound] = [await aStage(), await aStage()]
    for (const { vehicle } of [broken, sound]) await due(vehicle)
    await server.db.query(sql`
      create function break_plan() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`)
    const text = `create trigger break_plan before insert on reminders for each row when (new.fleet_id = ${broken.fleet.id})
      execute function break_plan()`
    await server.db.query({ text, values: [] })
    await expect(server.services.reminderPlanner.planDay(NOON)).rejects.toThrow('some fleets')
    await server.db.query(sql`drop trigger break_plan on reminders`)
    while ((await server.services.reminderSender.round(NOON)) > 0);
    expect([(await subjectsTo(broken.driver)).length, (await subjectsTo(sound.driver)).length]).toEqual([
      0, 1,
    ])
    await passTime(NOON)
    expect(await subjectsTo(broken.driver)).toHaveLength(1)
  })
})

describe('a text message', () => {
  const queued = async () => {
    const { driver, vehicle } = await aStage()
    await set(driver, { reminds_by_text: true, cell_phone: '6145550177' })
    await due(vehicle)
    await passTime(NOON)
    const [text] = await server.db.query<{ id: string }>(sql`
      select t.id from text_messages t join reminders r on r.text_id = t.id where r.user_id = ${driver.id}`)
    return { id: text!.id, client: await server.as(driver) }
  }
  const work = (id: string, deliver: SmsPort['deliver'], now = NOON) =>
    workers({
      ...server.services,
      now: () => now,
      mail: server.services.mailPort,
      smsPort: { leavesServer: true, deliver },
    }).text({ id })
  /** NOON is long past, so read the row instead of the page. */
  const row = async (id: string) =>
    (
      await server.db.query<{ sent: boolean; refused: boolean }>(
        sql`select sent_at is not null as sent, refused_at is not null as refused from text_messages where id = ${id}`,
      )
    )[0]

  it('is handed over once, and the provider is informed if an earlier attempt may have arrived', async () => {
    const { id } = await queued()
    const tries: (Date | null)[] = []
    const lost: SmsPort['deliver'] = async ({ triedAt }) => {
      tries.push(triedAt)
      throw new SmsUnavailable('The response was lost')
    }
    await expect(work(id, lost)).rejects.toThrow('lost')
    expect(await row(id)).toEqual({ sent: false, refused: false })
    const taken: SmsPort['deliver'] = async ({ triedAt }) => void tries.push(triedAt)
    await work(id, taken)
    await work(id, taken)
    expect(tries).toEqual([null, expect.any(Date)])
    expect(await row(id)).toEqual({ sent: true, refused: false })
  })

  it('that was not accepted by the evening waits for the morning', async () => {
    const { id } = await queued()
    let isTaken = false
    const taken: SmsPort['deliver'] = async () => {
      isTaken = true
    }
    // 11 p.m. and 6 a.m. in New York.
    for (const night of [hours(11), hours(18)])
      await expect(work(id, taken, night)).rejects.toThrow('waits for the morning')
    expect([isTaken, await row(id)]).toEqual([false, { sent: false, refused: false }])
    await work(id, taken, hours(19))
    expect([isTaken, await row(id)]).toEqual([true, { sent: true, refused: false }])
  })

  it('to a number that accepts nothing is not retried forever', async () => {
    const { id } = await queued()
    await work(id, async () => {
      throw new NumberRejected('STOP')
    })
    await work(id, async () => {
      throw new Error('It was tried again')
    })
    expect(await row(id)).toEqual({ sent: false, refused: true })
  })
})
