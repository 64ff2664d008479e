import type { FreeTime, ScheduleDay } from '#contract/catalog/shops.ts'
import { addDays, dayIn } from '#domain/core/days.ts'
import { BOOKING_DAYS, BOOKING_LEAD_MINUTES } from '#domain/core/limits.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { VehiclesService } from '../../vehicles/vehicles/vehicles.service.ts'
import type { BookableShop } from './bookable-shop.ts'
import type { ScheduleRepository, Slot } from './schedule.repository.ts'

/** Appointment times of shops in the shop's time zone, from today to 30 days ahead (SVC-099). */
export function scheduleService(schedule: ScheduleRepository, vehicles: VehiclesService, now: () => Date) {
  const earliest = () => new Date(now().getTime() + BOOKING_LEAD_MINUTES * 60_000)

  async function freeDays(tx: Transaction, shop: BookableShop, from: string, days: number) {
    // A shop without online booking has no times.
    const slots =
      shop.scheduling === 'not_supported'
        ? []
        : await schedule.slots(tx, { shopId: shop.id, from, days, earliest: earliest() })
    return Array.from({ length: days }, (_, n) => dayOf(addDays(from, n), slots))
  }

  /** Returns the shop if it is in the actor's country. */
  async function findShop(tx: Transaction, actor: Actor, id: number): Promise<BookableShop> {
    const shop = await schedule.shop(tx, id, now())
    if (!shop || shop.country !== actor.fleet.country) throw new Problem('not_found')
    return shop
  }

  /** Free times from a day; days out of range are rejected, closed days are empty. */
  async function timesOf(tx: Transaction, shop: BookableShop, date: string | undefined, count: number) {
    const last = addDays(shop.today, BOOKING_DAYS)
    const from = date ?? shop.today
    if (from < shop.today) throw new Problem('validation', { fields: { date: ['past'] } })
    if (from > last) throw new Problem('validation', { fields: { date: ['too_far'] } })
    const days = await freeDays(tx, shop, from, count)
    return { first_date: shop.today, last_date: last, days: days.filter((day) => day.date <= last) }
  }

  return {
    findShop,
    timesOf,

    /** The shop of an order, for calls of the shop. */
    async shopOf(tx: Transaction, id: number): Promise<BookableShop> {
      const shop = await schedule.shop(tx, id, now())
      if (!shop) throw new Problem('not_found')
      return shop
    },

    /** Free times of a shop, for booking. */
    async times(
      tx: Transaction,
      actor: Actor,
      query: { id: number; vehicle_id?: number | undefined; date?: string | undefined; days: number },
    ) {
      const shop = await findShop(tx, actor, query.id)
      if (query.vehicle_id !== undefined) await vehicles.requireVisible(tx, actor, query.vehicle_id)
      const times = await timesOf(tx, shop, query.date, query.days)
      return { shop_id: shop.id, time_zone: shop.time_zone, ...times }
    },

    /**
     * Reserves a time within the transaction, or throws: 422 if the shop has no such time, 409 `slot_taken` with the
     * remaining free times of that day if it is booked. Call it before the order is written, in the same transaction.
     */
    async reserve(tx: Transaction, shop: BookableShop, at: Date): Promise<void> {
      const date = dayIn(shop.time_zone, at)
      if (date > addDays(shop.today, BOOKING_DAYS))
        throw new Problem('validation', { fields: { appointment_datetime: ['too_far'] } })
      await schedule.hold(tx, shop.id, at)
      const slots = await schedule.slots(tx, { shopId: shop.id, from: date, days: 1, earliest: earliest() })
      const wanted = slots.find((slot) => Date.parse(slot.appointment_datetime) === at.getTime())
      if (!wanted) throw new Problem('validation', { fields: { appointment_datetime: ['unavailable'] } })
      if (wanted.free <= 0) throw new Problem('slot_taken', { current: dayOf(date, slots) })
    },
  }
}
export type ScheduleService = ReturnType<typeof scheduleService>

function dayOf(date: string, slots: readonly Slot[]): ScheduleDay {
  const times = slots.filter((slot) => slot.date === date && slot.free > 0)
  return {
    date,
    times: times.map(({ time, appointment_datetime }): FreeTime => ({ time, appointment_datetime })),
  }
}
