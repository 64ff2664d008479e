import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSources } from './source-files.ts'

/**
 * Modules that get a `Database`, and so can bypass the row-level security of a fleet (decision 38): sign-in and
 * accounts, jobs, streamed files, and calls of management companies. Everything else gets a transaction of one fleet.
 * Add a file only if its queries name the fleets whose rows they touch. All of `access/` is allowed, because it runs
 * before the fleet is known.
 */
const MAY_READ_ACROSS_FLEETS = [
  'catalog/services/service-demand.ts',
  'catalog/shops/shop-import.service.ts',
  'fmc/active-orders/active-orders.service.ts',
  'fmc/active-orders/active-orders.routes.ts',
  'fmc/companies/companies.service.ts',
  'fmc/fleets/fleet-deletion.service.ts',
  'fmc/fleets/fleet-scope.reads.ts',
  'fmc/fleets/fleets.service.ts',
  'fmc/fleets/fleets.routes.ts',
  'fmc/transfers/transfer-run.ts',
  'fmc/transfers/transfers.repository.ts',
  'fmc/transfers/transfers.service.ts',
  'home/report-subscriptions/report-mail-sender.ts',
  'home/report-subscriptions/report-unsubscribe.ts',
  'home/reports/costs.csv.ts',
  'home/saved-views/saved-views.routes.ts',
  'home/sync/sync.repository.ts',
  'maintenance/reminders/reminder-planner.service.ts',
  'maintenance/reminders/reminder-sender.service.ts',
  'maintenance/sent-reminders/sent-reminders.service.ts',
  'maintenance/sent-reminders/sent-reminders.routes.ts',
  'maintenance/reminders/unsubscribe.service.ts',
  'maintenance/schedules/due-dates.ts',
  'money/payment-methods/payment-methods.service.ts',
  'money/payment-methods/vault-cleaner.ts',
  'money/payments/notifications/gateway-notifications.service.ts',
  'money/payments/notifications/settlement-checks.ts',
  'money/payments/manual-review/manual-charges.ts',
  'money/payments/manual-review/manual-review.service.ts',
  'money/payments/order-payments.service.ts',
  'money/payments/advance-payment.ts',
  'money/payments/approval-payment.ts',
  'money/payments/payments.routes.ts',
  'money/payments/payment-types.ts',
  'money/payments/refunds/advance-refund.ts',
  'money/payments/receipts/receipts.service.ts',
  'money/settlements/settlements.service.ts',
  'money/settlements/settlements.routes.ts',
  'money/subscriptions/subscription-activities.service.ts',
  'money/subscriptions/subscriptions.service.ts',
  'money/transactions/transactions.service.ts',
  'orders/approvals/approvals-queue.ts',
  'orders/approvals/approvals.routes.ts',
  'orders/approvals/network-prices.ts',
  'orders/notices/send-pending-notices.ts',
  'orders/orders/lifecycle/approve-order.service.ts',
  'orders/orders/lists/orders.csv.ts',
  'orders/orders/orders.routes.ts',
  'orders/promotions/promotions.service.ts',
  'orders/shop-links/shop-links.service.ts',
  'vehicles/bulk-actions/bulk-actions-run.ts',
  'vehicles/bulk-actions/bulk-actions.repository.ts',
  'vehicles/bulk-actions/bulk-actions.service.ts',
  'vehicles/bulk/bulk-chunk.ts',
  'vehicles/bulk/bulk-report.ts',
  'vehicles/bulk/bulk.repository.ts',
  'vehicles/bulk/bulk.service.ts',
  'vehicles/bulk/bulk.routes.ts',
  'vehicles/recalls/recalls.service.ts',
  'vehicles/telematics/apply-updates.ts',
  'vehicles/telematics/find-devices.ts',
  'vehicles/telematics/telematics-sync.service.ts',
  'vehicles/telematics/telematics.routes.ts',
  'vehicles/vehicles/vehicles.csv.ts',
  'vehicles/vehicles/vehicles.routes.ts',
]

it('only the modules of a reviewed list can bypass the row-level security of a fleet', () => {
  const sources = readSources(join(import.meta.dirname, '../..'), ['server/modules/**/!(*.test).ts'])
  const found = sources
    .filter(({ text }) =>
      /import[^;]*?\b(Database\b[^;]*?from '[^']*\/database|DatabaseUseCase\b[^;]*?from '[^']*\/use-case|PaymentUseCase\b[^;]*?from '[^']*\/payment-types)\.ts'/.test(
        text.split('\n\n')[0] ?? '',
      ),
    )
    .map(({ path }) => path.replace('server/modules/', ''))
  const unlisted = found.filter(
    (path) => !path.startsWith('access/') && !MAY_READ_ACROSS_FLEETS.includes(path),
  )
  expect(unlisted, 'decision 38 says what such a file has to look out for').toEqual([])
  expect(found.length).toBeGreaterThan(30)
})
