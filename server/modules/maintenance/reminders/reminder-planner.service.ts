import { addDays, dayIn } from '#domain/core/days.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import {
  type AppointmentRow,
  type DocumentRow,
  type DueRow,
  type NewReminder,
  type Person,
  type PlannedFleet,
  reminderPlanRepository as plan,
} from './reminder-plan.repository.ts'
import {
  afterQuietHours,
  appointmentTimes,
  documentStage,
  latestPlanOf,
  morningOf,
} from './reminder-times.ts'

/** Vehicles or appointments per transaction. */
const BATCH = 200
/** Range of days around today for documents: the widest that `documentStage` uses. */
const DOCUMENT_WINDOW_DAYS = { before: 3, ahead: 30 }
/** Days after the end of a snooze in which it still causes a reminder, in case the server was down. */
const WAKES_DAYS = 3

/** Plans reminders: recipients, subjects and times. Whether they are sent is decided at that time. */
export function reminderPlanner({ db }: { db: Database }) {
  /** @returns number of vehicles */
  async function planFleet(fleet: PlannedFleet, now: Date): Promise<number> {
    const today = dayIn(fleet.time_zone, now)
    const isLate = fleet.reminders_planned_on === today
    let people: Person[] | undefined
    let count = 0
    let after = 0
    for (let done = BATCH; done === BATCH; count += done)
      done = await db.system(async (tx) => {
        const ids = await plan.takeVehicles(tx, fleet.id, today, after, BATCH)
        const last = ids.at(-1)
        if (last === undefined) return 0
        people ??= await plan.people(tx, fleet.id)
        await plan.insert(tx, await dailyOf(tx, { fleetId: fleet.id, ids, today, isLate, now, people }))
        await plan.markPlanned(tx, fleet.id, ids, today)
        after = last
        return ids.length
      })
    const waitsForDueDates = now < latestPlanOf(fleet.time_zone, today)
    if (!isLate) await plan.markFleetPlanned(db, { fleetId: fleet.id, today, waitsForDueDates })
    return count
  }

  async function dailyOf(tx: Transaction, { fleetId, ids, today, isLate, now, people }: Daily) {
    const driversOf = Map.groupBy(await plan.drivers(tx, fleetId, ids), (row) => row.vehicle_id)
    const due = await plan.due(tx, fleetId, ids)
    const [from, to] = [
      addDays(today, -DOCUMENT_WINDOW_DAYS.before),
      addDays(today, DOCUMENT_WINDOW_DAYS.ahead),
    ]
    const documents = await plan.documents(tx, fleetId, ids, from, to)
    const occasions = [
      ...due.flatMap((row) => dueOccasion(row, today)),
      ...documents.flatMap(documentOccasion(today)),
    ]
    return occasions.flatMap((occasion) => {
      const own = new Set(driversOf.get(occasion.vehicle_id)?.map((row) => row.user_id))
      return people.flatMap((person) =>
        addressed(occasion, person, own.has(person.id), { fleetId, today, isLate, now }),
      )
    })
  }

  return {
    /** Plans maintenance and documents by vehicle, once a day in its fleet's time zone, after the daily due dates. */
    async planDay(now: Date): Promise<number> {
      let count = 0
      const faults: unknown[] = []
      // A failure in one fleet does not affect others.
      for (const fleet of await plan.fleets(db))
        count += await planFleet(fleet, now).catch((error: unknown) => {
          faults.push(error)
          return 0
        })
      if (faults.length > 0) throw new AggregateError(faults, 'Reminders of some fleets could not be planned')
      return count
    },

    /** Plans appointments of the next day. @returns number of reminders */
    async planAppointments(now: Date): Promise<number> {
      let count = 0
      for (let done = BATCH; done === BATCH; count += done)
        done = await db.system(async (tx) => {
          const rows = await plan.appointments(tx, now, BATCH)
          await plan.insert(tx, rows.map(appointmentReminder))
          return rows.length
        })
      return count
    },
  }
}
export type ReminderPlanner = ReturnType<typeof reminderPlanner>

interface Moment {
  fleetId: number
  today: string
  /** The fleet was already planned today, and its emails sent: what is added now waits for the next morning. */
  isLate: boolean
  now: Date
}
interface Daily extends Moment {
  ids: readonly number[]
  people: readonly Person[]
}
type Occasion = Pick<NewReminder, 'kind' | 'vehicle_id' | 'occasion' | 'facts'>

/** Once when it becomes due soon, once when it is past due, and again after a snooze if it is still due. */
function dueOccasion({ vehicle_id, snoozed_until, ...facts }: DueRow, today: string): Occasion[] {
  const key = `due:${vehicle_id}:${facts.item_id}:${facts.cycle_from}`
  const isWaking =
    snoozed_until !== null && snoozed_until <= today && addDays(snoozed_until, WAKES_DAYS) > today
  const keys = [`${key}:${facts.due_status}`, ...(isWaking ? [`${key}:after:${snoozed_until}`] : [])]
  return keys.map((occasion) => ({ kind: 'maintenance', vehicle_id, occasion, facts }))
}

const documentOccasion =
  (today: string) =>
  ({ vehicle_id, ...facts }: DocumentRow): Occasion[] => {
    const stage = documentStage(facts.expiration, today)
    const key = facts.document_id ?? `plate:${vehicle_id}`
    const occasion = `paper:${key}:${facts.expiration}:${stage}`
    return stage === null ? [] : [{ kind: 'document', vehicle_id, occasion, facts }]
  }

/**
 * Reminders of one user: drivers for their vehicles, others if they asked for them. Drivers without a channel get a
 * withheld reminder, which shows the reason.
 */
function addressed(
  occasion: Occasion,
  person: Person,
  isDriver: boolean,
  { fleetId, today, isLate, now }: Moment,
): NewReminder[] {
  if (!isDriver && person.is_driver_only) return []
  const channels = [
    ...(person.by_email ? (['email'] as const) : []),
    ...(person.by_text ? (['text'] as const) : []),
  ]
  if (channels.length === 0 && isDriver) channels.push('email')
  const thisMorning = morningOf(person.time_zone, today)
  const morning = isLate && thisMorning <= now ? morningOf(person.time_zone, addDays(today, 1)) : thisMorning
  const send_at = morning > now ? morning : afterQuietHours(person.time_zone, now)
  return channels.map((channel) => ({
    ...occasion,
    fleet_id: fleetId,
    user_id: person.id,
    channel,
    planned_for: morning,
    send_at,
  }))
}

function appointmentReminder({ order_id, at, time_zone, ...row }: AppointmentRow): NewReminder {
  const { plannedFor, sendAt } = appointmentTimes(row.kind, new Date(at), time_zone)
  return {
    ...row,
    occasion: `order:${order_id}:${Math.floor(Date.parse(at) / 1000)}:${row.kind}`,
    facts: { order_id, at },
    planned_for: plannedFor,
    send_at: sendAt,
  }
}
