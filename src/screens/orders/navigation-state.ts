import type { SearchLocation } from '#src/features/catalog/shops/shops.queries.ts'
import type { ChosenShop } from '#src/features/orders/requests/request-draft.ts'

declare module '@tanstack/react-router' {
  /** Values that one screen passes to the next outside the URL (SVC-002 to SVC-005). */
  interface HistoryState {
    /** /services: the status filter of orders, and the first day. */
    orderFilter?: string
    startingDate?: string
    /** /dashboard: the order that was just decided on (APR-027). */
    decidedOrder?: number
    /** /dashboard: the order that was just booked (DSH-032). */
    bookedOrder?: number
    /** /shops/:id: the zip code or place that the user searched from. */
    searchedFrom?: SearchLocation
    /** /service_request/new: the user returned from the schedule step. */
    isRequestContinued?: boolean
    /** /service_request/new: values from a shop row, a schedule or a fault code (SVC-068..070). */
    request?: {
      vehicle_id?: number
      services?: { service_definition_id: number; position?: string }[]
      shop?: ChosenShop
      fault_codes?: { id: string; name: string }[]
    }
  }
}
