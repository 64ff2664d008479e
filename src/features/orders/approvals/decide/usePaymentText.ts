import type { Order } from '#contract/orders/order.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { ChosenPayment } from './payment-choice.ts'

type Method = Order['braintree_payment_methods'][number]

/** Labels of payment methods and providers in the approver's choice. */
export function usePaymentText() {
  const t = useTexts('approvals')
  const methodName = ({ type, card_type, last_4, label }: Method) => {
    if (type === 'paypal_account') return label ? t('approvals:payment.paypal', { account: label }) : 'PayPal'
    return t('approvals:payment.card', {
      card: card_type ?? t('approvals:payment.anyCard'),
      digits: last_4 ?? '',
    })
  }
  return {
    methodName,
    /** 'Visa ending in 1111', 'WEX'. */
    chosen(order: Order, { provider, methodId }: ChosenPayment): string {
      const method = order.braintree_payment_methods.find(({ id }) => id === methodId)
      return method ? methodName(method) : (provider ?? '')
    },
  }
}
