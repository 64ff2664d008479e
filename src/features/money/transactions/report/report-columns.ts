/**
 * Report column headers in both languages, by column. Every grid of transactions and subscriptions uses this table
 * (BRD-043).
 */
export const reportColumns = {
  fleet_name: 'reports:column.fleet_name',
  shop_order: 'reports:column.shop_order',
  approval_date: 'reports:column.approval_date',
  approver: 'reports:column.approver',
  vehicle: 'reports:column.vehicle',
  vin: 'reports:column.vin',
  other_id: 'reports:column.other_id',
  department_number: 'reports:column.department_number',
  po_number: 'reports:column.po_number',
  invoice_number: 'reports:column.invoice_number',
  payment_method: 'reports:column.payment_method',
  amount: 'reports:column.amount',
  subscriptions: 'reports:column.subscriptions',
  subscription_date: 'reports:column.subscription_date',
  vehicle_count: 'reports:column.vehicle_count',
} as const
