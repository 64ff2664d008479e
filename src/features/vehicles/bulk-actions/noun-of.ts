import { BOOKING_ACTION, type BulkActionName, isOrderAction } from '#domain/vehicles/bulk-action-rules.ts'

/** The context of the texts about an action: orders, bookings, else vehicles. */
export const nounOf = (action: BulkActionName): 'order' | 'book' | '' =>
  isOrderAction(action) ? 'order' : action === BOOKING_ACTION ? 'book' : ''
