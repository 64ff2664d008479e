import type { FreeTime, ScheduleDay } from '#contract/catalog/shops.ts'
import { addDays, dayIn, daysBetween } from '#domain/core/days.ts'
import { BOOKING_DAYS } from '#domain/core/limits.ts'
import { BOOKING_LEAD_MINUTES } from '#server/limits.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { requireVisibleVehicle } from '../../vehicles/vehicles/vehicles.service.ts'
import type { BookableShop } from './bookable-shop.ts'
import { freeTimesRepository as freeTimes, type Slot } from './free-times.repository.ts'

// Times of shops in their own time zone, from today to 30 days ahead (SVC-099). They are computed from the hours of a
// shop and its bookings, and never stored: other hours change no booked appointment.

type Reading = Pick<UseCase, 'tx' | 'clock'>

/** Returns the shop if it is in the actor's country. 404 otherwise. */
export async function findBookableShop(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  id: number,
): Promise<BookableShop> {
  const shop = await freeTimes.shop(tx, id, clock())
  if (!shop || shop.country !== actor.fleet.country) throw new Problem('not_found')
  return shop
}

/** Returns the shop of an order, for calls of the shop. */
export async function getBookableShop({ tx, clock }: Reading, id: number): Promise<BookableShop> {
  const shop = await freeTimes.shop(tx, id, clock())
  if (!shop) throw new Problem('not_found')
  return shop
}

/** Returns the free times of a shop, for booking. */
export async function listShopTimes(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  query: { id: number; vehicle_id?: number | undefined; date?: string | undefined; days: number },
) {
  const shop = await findBookableShop({ tx, actor, clock }, query.id)
  if (query.vehicle_id !== undefined) await requireVisibleVehicle(tx, actor, query.vehicle_id)
  const times = await readFreeTimes({ tx, clock }, shop, query.date, query.days)
  return { shop_id: shop.id, time_zone: shop.time_zone, ...times }
}

/** Returns the free times from a day; days out of range are rejected, closed days are empty. */
export async function readFreeTimes(
  { tx, clock }: Reading,
  shop: BookableShop,
  date: string | undefined,
  count: number,
) {
  const last = addDays(shop.today, BOOKING_DAYS)
  const from = date ?? shop.today
  requireBookableDay(shop, from, 'date')
  const days = await readDays({ tx, clock }, shop, from, count)
  return { first_date: shop.today, last_date: last, days: days.filter((day) => day.date <= last) }
}

/**
 * Reserves a time within the transaction, or throws: 422 if the shop has no such time, 409 `slot_taken` with the
 * remaining free times of that day if it is booked. Call it before the order is written, in the same transaction.
 */
export async function reserveTime({ tx, clock }: Reading, shop: BookableShop, at: Date): Promise<void> {
  const date = dayIn(shop.time_zone, at)
  if (date > addDays(shop.today, BOOKING_DAYS))
    throw new Problem('validation', { fields: { appointment_datetime: ['too_far'] } })
  await freeTimes.hold(tx, shop.id, at)
  const earliest = earliestTime(clock)
  const slots = await freeTimes.slots(tx, { shopId: shop.id, from: date, days: 1, earliest })
  const wanted = slots.find((slot) => Date.parse(slot.appointment_datetime) === at.getTime())
  if (!wanted) throw new Problem('validation', { fields: { appointment_datetime: ['unavailable'] } })
  if (wanted.free <= 0) throw new Problem('slot_taken', { current: dayOf(date, slots) })
}

/**
 * Returns all times on which a shop works from a day to the last one that can be booked, with their remaining capacity.
 * A day that has passed at the shop counts as today, because the user may be in another time zone, and a long job may
 * pass midnight. Days beyond the last one are rejected.
 */
export async function freeSlots(
  { tx, clock }: Reading,
  shop: BookableShop,
  earliestDay: string = shop.today,
): Promise<Slot[]> {
  const from = earliestDay < shop.today ? shop.today : earliestDay
  requireBookableDay(shop, from, 'from_day')
  const days = daysBetween(from, addDays(shop.today, BOOKING_DAYS)) + 1
  return freeTimes.slots(tx, { shopId: shop.id, from, days, earliest: earliestTime(clock) })
}

function requireBookableDay(shop: BookableShop, day: string, field: string): void {
  if (day < shop.today) throw new Problem('validation', { fields: { [field]: ['past'] } })
  if (day > addDays(shop.today, BOOKING_DAYS))
    throw new Problem('validation', { fields: { [field]: ['too_far'] } })
}

async function readDays({ tx, clock }: Reading, shop: BookableShop, from: string, days: number) {
  // A shop without online booking has no times.
  const slots =
    shop.scheduling === 'not_supported'
      ? []
      : await freeTimes.slots(tx, { shopId: shop.id, from, days, earliest: earliestTime(clock) })
  return Array.from({ length: days }, (_, n) => dayOf(addDays(from, n), slots))
}

const earliestTime = (clock: () => Date) => new Date(clock().getTime() + BOOKING_LEAD_MINUTES * 60_000)

function dayOf(date: string, slots: readonly Slot[]): ScheduleDay {
  const times = slots.filter((slot) => slot.date === date && slot.free > 0)
  return {
    date,
    times: times.map(({ time, appointment_datetime }): FreeTime => ({ time, appointment_datetime })),
  }
}
