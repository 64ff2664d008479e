import { BOOKING_ACTION, type BulkActionName, isOrderAction } from '#domain/vehicles/bulk-action-rules.ts'

/** Returns the i18next context of the texts about an action: orders, bookings, or vehicles by default. */
export const nounOf = (action: BulkActionName): 'order' | 'book' | '' =>
  isOrderAction(action) ? 'order' : action === BOOKING_ACTION ? 'book' : ''

/** Whether an action cancels booked appointments. Its outcome has texts of its own. */
export const isBookingUndo = (action: BulkActionName, isUndo: boolean): boolean =>
  isUndo && action === BOOKING_ACTION

/** Actions whose verb the confirmation repeats; for the others it says "Change". */
const NAMED = ['deactivate', 'activate', 'snooze'] as const

/** Returns the action if it has a confirmation of its own. */
export const namedAction = (action: BulkActionName): (typeof NAMED)[number] | undefined =>
  NAMED.find((named) => named === action)
