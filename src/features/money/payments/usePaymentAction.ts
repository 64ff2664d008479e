import { useQueryClient } from '@tanstack/react-query'
import type { OrderPayments } from '#contract/money/payments.ts'
import { queries } from '#src/api/client.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import type { WriteContext } from '#src/forms/write-mutation.ts'
import { orderPaymentsQuery } from './payments.queries.ts'

interface PaymentActionOptions<Input> {
  orderId: number
  call: (input: Input, context: WriteContext) => Promise<OrderPayments>
  onDone: (after: OrderPayments) => void
  onFailed?: () => void
}

/** Runs one payment action on an order. Online only (ruling 24). */
export function usePaymentAction<Input = void>({
  orderId,
  call,
  onDone,
  onFailed,
}: PaymentActionOptions<Input>) {
  const client = useQueryClient()
  /** The order's status and activity log depend on its payments. */
  function refreshOrders() {
    void client.invalidateQueries({ queryKey: queries.orders.key() })
    void client.invalidateQueries({ queryKey: queries.payments.manualReview.key() })
  }
  return useWrite({
    call,
    onSaved(after: OrderPayments) {
      client.setQueryData(orderPaymentsQuery(orderId).queryKey, after)
      refreshOrders()
      onDone(after)
    },
    onFailed() {
      void client.invalidateQueries({ queryKey: orderPaymentsQuery(orderId).queryKey })
      refreshOrders()
      onFailed?.()
    },
  })
}
