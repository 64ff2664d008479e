import { randomUUID, type UUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Client } from '#tests/support/client.ts'
import { day, writeHeaders } from '#tests/support/entries.ts'
import type { Sender } from './kills.sender.ts'

type Kind = 'reading' | 'void' | 'mark' | 'snooze'

interface SentAct {
  kind: Kind
  /** Part of its odometer, so that its rows can be found regardless of their ids. */
  tag: number
  key: UUID
  vehicleId: number
  method: 'POST' | 'PUT'
  path: string
  body: object
  isAcknowledged: boolean
}

const KINDS: readonly Kind[] = ['reading', 'void', 'mark', 'snooze']

/** Sends readings, voids, marks and snoozes as the app does. None of them has an id: only its key prevents duplicates. */
export function actsOf(
  client: Client,
  call: Sender['call'],
  vehicleIds: readonly number[],
  serviceId: number,
) {
  const acts: SentAct[] = []
  const readingIds: { id: string; vehicleId: number }[] = []

  function makeAct(): SentAct {
    const tag = 100_000 + acts.length
    const reading = readingIds.shift()
    let kind = KINDS[acts.length % KINDS.length] ?? 'reading'
    if (kind === 'void' && !reading) kind = 'reading'
    else if (reading && kind !== 'void') readingIds.unshift(reading)
    const vehicleId =
      kind === 'void' && reading ? reading.vehicleId : (vehicleIds[acts.length % vehicleIds.length] ?? 0)
    const at = `/api/v4/vehicles/${vehicleId}`
    const call = {
      reading: ['POST', `${at}/odometer_readings`, { value: tag, read_on: day(0) }],
      void: ['POST', `${at}/odometer_readings/${reading?.id}/void`, { reason: `Void ${tag}` }],
      mark: [
        'PUT',
        '/api/v4/vehicles/update_is_completed',
        { vehicle_id: vehicleId, service_id: serviceId, is_completed: true, odometer: tag },
      ],
      snooze: ['POST', `${at}/vehicle_reminders/snooze_reminder`, { snooze: '4 weeks', from: day(0) }],
    } as const
    const [method, path, body] = call[kind]
    const act = { kind, tag, key: randomUUID(), vehicleId, method, path, body, isAcknowledged: false }
    acts.push(act)
    return act
  }

  async function send(act: SentAct): Promise<void> {
    const response = await call(() => client.send(act.method, act.path, act.body, writeHeaders(act.key)))
    if (!response) return
    act.isAcknowledged = true
    if (act.kind === 'reading') readingIds.push({ id: response.body.id, vehicleId: act.vehicleId })
  }

  return {
    acts,
    send,
    /** Simulates one device that sends until it is stopped. Failed requests are sent again later. */
    startStating() {
      let isStopped = false
      const stating = (async () => {
        while (!isStopped) {
          const act = makeAct()
          await send(act)
          if (!act.isAcknowledged) await sleep(20)
        }
      })()
      stating.catch(() => {})
      return async () => {
        isStopped = true
        await stating
      }
    },
    /** Rows that each action has left in the database: `rows` of every acknowledged action is 1. */
    effects: (db: Database) =>
      db.query<{ kind: Kind; tag: number; rows: number }>(sql`
        select 'reading' as kind, value as tag, count(*)::int as rows from odometer_readings
          where source = 'driver' group by value
        union all
        select 'void', substr(void_reason, 6)::int, count(*)::int from odometer_readings
          where void_reason is not null group by void_reason
        union all
        select 'mark', odometer, count(*)::int from service_marks group by odometer
        order by 1, 2`),
    /** Vehicles with snoozed reminders. */
    snoozed: (db: Database) =>
      db.query<{ id: number; date: string }>(sql`
        select vehicle_id as id, reminder_date as date from vehicle_schedules where reminder_date is not null order by 1`),
  }
}
export type Acts = ReturnType<typeof actsOf>
