import type { ChosenShop } from '#src/features/orders/requests/request-draft.ts'

declare module '@tanstack/react-router' {
  /** What one screen tells the next without an address (SVC-002 to SVC-005). */
  interface HistoryState {
    /** /services: a status that the orders are narrowed to, and the first day. */
    orderFilter?: string
    startingDate?: string
    /** /dashboard: the order that was just decided on (APR-027). */
    decidedOrder?: number
    /** /dashboard: the order that was just booked (DSH-032). */
    bookedOrder?: number
    /** /service_request/new: the form is gone back to from the schedule step. */
    isRequestContinued?: boolean
    /** /service_request/new: what a shop row, a schedule or a fault code brings along (SVC-068..070). */
    request?: {
      vehicle_id?: number
      services?: { service_definition_id: number; position?: string }[]
      shop?: ChosenShop
      fault_codes?: { id: string; name: string }[]
    }
  }
}
