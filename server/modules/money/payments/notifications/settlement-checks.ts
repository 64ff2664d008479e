import { SETTLEMENT_CHECK_DAYS } from '#server/limits.ts'
import type { PaymentKey, PaymentPort } from '#server/modules/money/payments/payment-types.ts'
import { paymentsRepository as payments } from '#server/modules/money/payments/payments.repository.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { declineSettlement } from './capture-reversals.ts'
import { settlementChecksRepository as checks } from './settlement-checks.repository.ts'

/** Checks per round. */
const BATCH = 20

/**
 * Asks the gateway whether captured amounts were settled, because Braintree sends no notification about the settlement of
 * cards and PayPal (decision 120). A declined one has the same effect as its notification. Returns the number of checks.
 */
export async function checkDueSettlements(useCase: DatabaseUseCase<PaymentPort>): Promise<number> {
  const due = await checks.due(useCase.db, BATCH)
  for (const payment of due) await checkSettlement(useCase, payment)
  return due.length
}

async function checkSettlement(
  { db, ports: { cards, log, announce, paymentTimings } }: DatabaseUseCase<PaymentPort>,
  { id, fleet_id: fleetId }: PaymentKey,
): Promise<void> {
  const schedule = { everySeconds: paymentTimings.settlementEverySeconds, days: SETTLEMENT_CHECK_DAYS }
  const gatewayId = await db.tenant(fleetId, (tx) => checks.claim(tx, id, schedule))
  if (gatewayId === undefined) return
  try {
    const result = await cards.settlementOf(gatewayId)
    if (result === 'pending') return
    await db.tenant(fleetId, async (tx) => {
      const row = await payments.lock(tx, id)
      if (result === 'declined' && row) await declineSettlement(tx, row)
      await checks.markFinal(tx, id)
    })
    if (result === 'declined') announce(fleetId)
  } catch (error) {
    log.warn({ err: error, payment: id }, 'The settlement of a payment could not be checked')
  }
}
