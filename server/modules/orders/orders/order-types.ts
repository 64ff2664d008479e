import type * as z from 'zod/mini'
import type { PolicyReason } from '#contract/maintenance/policies.ts'
import type { FaultCode } from '#contract/orders/order.ts'
import type { ApprovalReason } from '#contract/orders/order-activity.ts'
import type { OrderStatus } from '#domain/orders/order-rules.ts'

/** An order of a fleet. */
export interface OrderKey {
  fleetId: number
  id: number
}

/** The lifecycle fields of an order. */
export interface OrderHead {
  id: number
  fleet_id: number
  vehicle_id: number
  shop_id: number | null
  status: OrderStatus
  originator_id: number | null
  appointment_datetime: string
  /** The time that the fleet proposed; null: no proposal awaits the shop. */
  proposed_datetime: string | null
  pre_tax_sub_total: string
  tax_amount: string
  total: string
  rev: number
}

/** Fields that only the order page shows. */
export interface OrderDetails {
  customer_comments: string | null
  fault_codes: z.infer<typeof FaultCode>[]
  originator_id: number | null
  odometer_units: 'mi' | 'km'
  is_odometer_doubtful: boolean
  proposed_datetime: string | null
  proposed_at: string | null
  proposed_by: string | null
  last_approval_date: string | null
  approver: string | null
  is_auto_approved: boolean
  /** Set if the order was approved automatically. */
  approved_because: PolicyReason | null
}

export interface NewOrder {
  vehicle_id: number
  shop_id: number
  appointment_datetime: string
  odometer: number | null
  po_number: string | null
  customer_comments: string | null
  fault_codes: unknown[]
  payment_method_availability: boolean
  pre_tax_sub_total: string
  tax_amount: string
  total: string
  saving: string
}

/** The fields of a line that the shop sets. */
export interface ShopLine {
  position: string | null
  price: string
  note: string | null
}

export interface OrderLine {
  service_definition_id: number
  name: string
  position: string | null
  price: string
}

/** The columns that a transition writes besides the status. */
export interface OrderChange {
  po_number?: string | null
  customer_comments?: string | null
  pre_tax_sub_total?: string
  discount?: string
  tax_amount?: string
  total?: string
  saving?: string
  odometer?: number
  invoice_number?: string
  appointment_datetime?: Date
  proposed_datetime?: Date | null
  proposed_by?: number | null
  proposed_at?: Date | null
  completed_at?: Date
  approver_id?: number | null
  is_auto_approved?: boolean
  approved_because?: PolicyReason
  last_approval_date?: Date
}

export interface NewActivity {
  fleetId: number
  orderId: number
  userId: number | null
  party: 'user' | 'shop' | 'auto_approve' | 'system'
  type: string
  /** The reason. */
  note?: string | undefined
  /** For a decision: why the policies allowed it. */
  because?: ApprovalReason | undefined
  /** For a proposal: the proposed time. */
  proposedTime?: Date | undefined
  /** For a payment: the amount. Defaults to the order's total. */
  amount?: string | undefined
}

/** The shop's data about completed work. */
export interface ShopCompletion {
  odometer?: number | undefined
  invoice_number?: string | undefined
}

export const readingsOf = ({ odometer, invoice_number }: ShopCompletion): OrderChange => ({
  ...(odometer !== undefined && { odometer }),
  ...(invoice_number !== undefined && { invoice_number }),
})
