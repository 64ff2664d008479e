import type { Order } from '#contract/orders/order.ts'
import { isOpen } from '#domain/orders/order-rules.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { PromotionPanel } from './PromotionPanel.tsx'
import { useApplyPromotion } from './useApplyPromotion.ts'

interface OrderPromotionProps {
  order: Order
  /** Called with the order that has the promotion. */
  onApplied: (order: Order) => void
}

/**
 * The promotion of an order: the applied one, and available ones while the order is not complete (SHP-017, SHP-028).
 */
export function OrderPromotion({ order, onApplied }: OrderPromotionProps) {
  const t = useTexts('promotions')
  const { money } = useFormat()
  const { run, isBusy, failure, input } = useApplyPromotion(order.id, onApplied)
  const [applied] = order.promotions
  if (!isOpen(order.status) || !order.can_edit) return null
  const hasDiscount = Number(order.discount) > 0
  return (
    <PromotionPanel
      orderId={order.id}
      appliedId={applied?.id}
      isBusy={isBusy}
      failure={failure}
      failedChoice={input}
      onChoose={(choice) => void run(choice)}
    >
      {applied && (
        <AlertBox
          type={hasDiscount ? 'success' : 'notice'}
          title={t('promotions:applied')}
          message={
            hasDiscount
              ? t('promotions:appliedBox', { name: applied.name, amount: money(order.discount) })
              : t('promotions:appliedNothing', { name: applied.name })
          }
        />
      )}
    </PromotionPanel>
  )
}
