import type { Ability } from '../access/permissions.ts'

/** Actions on vehicles (decision 72). */
export const VEHICLE_BULK_ACTIONS = ['department', 'drivers', 'snooze', 'deactivate', 'activate'] as const
export type VehicleBulkAction = (typeof VEHICLE_BULK_ACTIONS)[number]

/** Books what is due on vehicles at a shop (decision 101). */
export const BOOKING_ACTION = 'book'

/** Actions on orders (decision 99). */
export const ORDER_BULK_ACTIONS = ['po_number', 'cancel_orders'] as const
export type OrderBulkAction = (typeof ORDER_BULK_ACTIONS)[number]

/** What can be done to many vehicles or orders at once. */
export const BULK_ACTIONS = [...VEHICLE_BULK_ACTIONS, BOOKING_ACTION, ...ORDER_BULK_ACTIONS] as const
export type BulkActionName = (typeof BULK_ACTIONS)[number]

/** The ability that the action needs for a single vehicle or order too. */
export const BULK_ACTION_ABILITY: Record<BulkActionName, Ability> = {
  department: 'vehicles.edit',
  drivers: 'drivers.assign',
  snooze: 'reminders.snooze',
  deactivate: 'vehicles.edit',
  activate: 'vehicles.edit',
  book: 'orders.request',
  po_number: 'orders.edit',
  cancel_orders: 'orders.edit',
}

export const isOrderAction = (action: BulkActionName): action is OrderBulkAction =>
  ORDER_BULK_ACTIONS.some((orderAction) => orderAction === action)

/** Whether an action can be undone. A shop that is notified of a cancellation may give the time to another fleet. */
export const isReversible = (action: BulkActionName): boolean => action !== 'cancel_orders'

/** A vehicle farther than this from a shop, about an hour's drive, is marked before it is booked there. */
export const FAR_FROM_SHOP_KM = 80
/** The same in miles. */
export const FAR_FROM_SHOP_MILES = 50
