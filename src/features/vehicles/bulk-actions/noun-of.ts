import {
  BOOKING_ACTION,
  type BulkActionName,
  isOrderAction,
  isReversible,
} from '#domain/vehicles/bulk-action-rules.ts'

/** Returns the i18next context of the texts about an action: orders, bookings, or vehicles by default. */
export const nounOf = (action: BulkActionName): 'order' | 'book' | '' =>
  isOrderAction(action) ? 'order' : action === BOOKING_ACTION ? 'book' : ''

/** Whether an action cancels booked appointments. Its outcome has texts of its own. */
export const isBookingUndo = (action: BulkActionName, isUndo: boolean): boolean =>
  isUndo && action === BOOKING_ACTION

/** Actions whose verb the confirmation repeats; for the others it says "Change". */
const NAMED = ['deactivate', 'activate', 'snooze'] as const

/** Returns the i18next context of the text that confirms an action. */
export const confirmOf = (
  action: BulkActionName,
): (typeof NAMED)[number] | 'order' | 'book' | 'cancel' | '' =>
  isReversible(action) ? (NAMED.find((named) => named === action) ?? nounOf(action)) : 'cancel'
