import type { BulkRejection } from '#contract/vehicles/bulk-actions.ts'
import type { BulkActionName } from '#domain/vehicles/bulk-action-rules.ts'

/** What an action sets, or what a vehicle or order had. */
export interface ActionValue {
  department_number?: string | null | undefined
  driver_ids?: number[] | undefined
  is_active?: boolean | undefined
  weeks?: number | undefined
  reminder_date?: string | null | undefined
  shop_id?: number | undefined
  from_day?: string | undefined
  /** The order of a booking; null: canceled. */
  order_id?: number | null | undefined
  po_number?: string | null | undefined
  note?: string | undefined
  status?: string | undefined
}

/** What the actions need to know of a vehicle. */
export interface VehicleNow
  extends Required<Pick<ActionValue, 'department_number' | 'driver_ids' | 'is_active' | 'reminder_date'>> {
  id: number
  name: string
}

export interface ActionJob {
  id: string
  fleet_id: number
  user_id: number
  action: BulkActionName
  value: ActionValue | null
  undoes: string | null
}

/** The vehicle or order of a row. */
export interface ActionTarget {
  vehicle_id: number | null
  order_id: number | null
  name: string | null
  before?: ActionValue | undefined
  after?: ActionValue | undefined
}

export interface WaitingItem {
  position: number
  vehicle_id: number | null
  order_id: number | null
  before: ActionValue | null
  after: ActionValue | null
}

export type Outcome =
  | { state: 'done'; before: ActionValue; after: ActionValue }
  | { state: 'refused'; reason: BulkRejection }
