import { daysBetween } from '../core/days.ts'
import { appointmentState, isOpen, type OrderStatus } from './order-rules.ts'

/** After this many days at the shop a vehicle is late: an ordinary service takes one or two. */
export const LATE_AFTER_DAYS = 3

/** Fewer orders say nothing about the prices of a shop, or about how long vehicles stay there. */
export const SHOP_RECORD_ORDERS_MIN = 3

/**
 * Where the vehicle of an order is. Shops do not report arrivals, so a vehicle counts as arrived on the day of its
 * confirmed appointment (docs/decisions/0069-time-at-the-shop.md).
 */
export type ShopStay =
  | { kind: 'booked'; state: 'requested' | 'confirmed' }
  /** The day of the appointment has passed, and the shop has not confirmed it. */
  | { kind: 'missed' }
  /** `days`: calendar days since the appointment; 0 on its day. */
  | { kind: 'atShop'; days: number; isLate: boolean }

interface StayingOrder {
  status: string
  appointment_datetime: string
}

/**
 * Tells where the vehicle of an order is now.
 * @param dayOf returns the calendar day of an instant in the fleet's time zone
 */
export function stayOf(
  order: StayingOrder,
  now: number,
  dayOf: (instant: string | number) => string,
): ShopStay {
  const state = appointmentState(order.status as OrderStatus)
  const at = Date.parse(order.appointment_datetime)
  if (!isOpen(order.status) || (at > now && order.status !== 'walk_in')) return { kind: 'booked', state }
  const days = Math.max(0, daysBetween(dayOf(order.appointment_datetime), dayOf(now)))
  if (state === 'requested') return days > 0 ? { kind: 'missed' } : { kind: 'booked', state }
  return { kind: 'atShop', days, isLate: days > LATE_AFTER_DAYS }
}
