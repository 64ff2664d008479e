import { randomUUID } from 'node:crypto'
import { addDays, dayIn } from '#domain/core/days.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/**
 * Returns the day `fromToday` days from today (`YYYY-MM-DD`) in the time zone of test fleets, so it matches the
 * server's 'today' for them at any hour.
 */
export const day = (fromToday = 0) => addDays(dayIn('America/New_York', new Date()), fromToday)

/** Returns an early day of this year that is not in the future. */
export function earlyThisYear(): string {
  const second = `${day().slice(0, 4)}-01-02`
  return day() < second ? day() : second
}

/** Body that creates a history. Tests pass only what matters. */
export function aHistory(given: { vehicle_id: number } & Record<string, unknown>, serviceId: number) {
  return {
    id: randomUUID(),
    custom_shop_name: 'Corner Garage',
    odometer: 51_200,
    date_of_completion: day(-1),
    vehicle_services: [{ service_definition_id: serviceId, price: '49.90' }],
    with_manual_history: true,
    ...given,
  }
}

/** Body that creates a glovebox item. */
export function aGloveboxItem(given: { vehicle_id: number } & Record<string, unknown>) {
  return {
    glovebox_item: {
      id: randomUUID(),
      document_type: 'driver_license',
      document_number: 'D-1234567',
      expiration_date: day(365),
      state_id: 'OH',
      ...given,
    },
  }
}

/** Headers of a write as the outbox sends it. */
export const writeHeaders = (key = randomUUID(), rev?: number) => ({
  'idempotency-key': `"${key}"`,
  ...(rev === undefined ? {} : { 'if-match': `"${rev}"` }),
})

/** Inserts rows that the API cannot create. */
export function otherRows(db: Database) {
  return {
    async order(
      vehicle: { id: number; fleetId: number },
      given: { status?: string; at?: string; total?: string; odometer?: number } = {},
    ) {
      const [row] = await db.query<{ id: number }>(sql`
        insert into shop_orders (fleet_id, vehicle_id, custom_shop_name, status, appointment_datetime, odometer,
          odometer_units, total)
        values (${vehicle.fleetId}, ${vehicle.id}, 'Main Street Service', ${given.status ?? 'paid'},
          ${given.at ?? new Date().toISOString()}, ${given.odometer ?? null}, 'mi', ${given.total ?? '10.00'})
        returning id`)
      return { id: row!.id }
    },
    /** A template of a class for all fleets. */
    async template(
      dutyClass: string,
      items: { services: number[]; miles?: number; km?: number; months?: number }[],
    ) {
      const [template] = await db.query<{ id: number }>(
        sql`insert into schedule_templates (duty_class) values (${dutyClass}) returning id`,
      )
      const ids: number[] = []
      for (const { services, miles, km, months } of items) {
        const [item] = await db.query<{ id: number }>(sql`
          insert into schedule_items (template_id, service_definition_ids, every_miles, every_kilometers, every_months,
            reason_en, reason_fr)
          values (${template!.id}, ${services}, ${miles ?? null}, ${km ?? (miles ? Math.round(miles * 1.6) : null)},
            ${months ?? null}, 'Because.', 'Parce que.') returning id`)
        ids.push(item!.id)
      }
      return { id: template!.id, itemIds: ids }
    },
    async interval(
      vehicle: { id: number; fleetId: number },
      given: { name?: string; tag?: string; services?: number[]; dueDate?: string | null } = {},
    ) {
      const [row] = await db.query<{ id: number }>(sql`
        insert into maintenance_intervals (fleet_id, vehicle_id, name, tag, due_at, due_date, unit, service_definition_ids)
        values (${vehicle.fleetId}, ${vehicle.id}, ${given.name ?? 'Oil change'}, ${given.tag ?? 'Upcoming'}, 60000,
          ${given.dueDate ?? null}, 'mi', ${given.services ?? []}) returning id`)
      return { id: row!.id }
    },
    async snapshot(vehicle: { id: number; fleetId: number }) {
      const fault = (id: string, dateTime: string) => ({ id, dateTime, diagnostic: { name: `Fault ${id}` } })
      await db.query(sql`
        insert into telematics_snapshots (fleet_id, vehicle_id, engine_oil, battery_life, tires, fault_codes, read_at)
        values (${vehicle.fleetId}, ${vehicle.id}, ${{ percent: 61, last_updated_at: '2026-01-01T00:00:00Z', errors: [] }},
          ${{ volts: 12.4, last_updated_at: '2026-01-01T00:00:00Z' }},
          ${JSON.stringify([{ wheel: 'front_left', pressure: 230, temperature: 21 }])},
          ${JSON.stringify([fault('P0420', '2026-01-01T00:00:00Z'), fault('P0300', '2026-01-05T00:00:00Z')])}, now())`)
    },
    async favorite(user: { id: number; fleetId: number }, shop: { id: number }) {
      await db.query(
        sql`insert into favorite_shops (fleet_id, user_id, shop_id) values (${user.fleetId}, ${user.id}, ${shop.id})`,
      )
    },
    async reading(
      vehicle: { id: number; fleetId: number },
      given: { value: number; on: string; unit?: string },
    ) {
      await db.query(sql`
        insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source)
        values (${vehicle.fleetId}, ${vehicle.id}, ${given.value}, ${given.unit ?? 'mi'}, ${given.on}, 'import')`)
    },
  }
}
