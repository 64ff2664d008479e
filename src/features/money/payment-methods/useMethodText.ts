import { ALL_USERS, type PaymentMethod } from '#contract/money/payment-methods.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { isExpiration } from './parts/expiration.ts'

/** Labels of payment methods and their users. */
export function useMethodText() {
  const t = useTexts('payment-methods')
  return {
    /** 'Visa', 'PayPal'. */
    kindOf: ({ type, card_type }: PaymentMethod) =>
      type === 'paypal_account'
        ? t('payment-methods:kind.paypal')
        : (card_type ?? t('payment-methods:kind.card')),
    /** 'Visa ending in 1111', 'PayPal, buyer@example.com'. */
    nameOf: ({
      type,
      card_type,
      last_4,
      email,
    }: Pick<PaymentMethod, 'type' | 'card_type' | 'last_4' | 'email'>) =>
      type === 'paypal_account'
        ? t('payment-methods:paypal', { email: email ?? '' })
        : t('payment-methods:card', {
            card: card_type ?? t('payment-methods:kind.card'),
            digits: last_4 ?? '',
          }),
    /** The last digits of a card, or the email address of a PayPal account. */
    numberOf: ({ type, last_4, email }: PaymentMethod) =>
      type === 'paypal_account' ? email : last_4 && `•••• ${last_4}`,
    isExpired: ({ expiration_date }: PaymentMethod) =>
      expiration_date !== null && !isExpiration(expiration_date, new Date()),
    usersOf: ({ customer_ids, customers, customer_name }: PaymentMethod) => {
      if (customer_ids.includes(ALL_USERS)) return t('payment-methods:users.all')
      if (customers.length === 0) return t('payment-methods:users.only', { name: customer_name })
      return customers.map(({ name }) => name).join(', ')
    },
  }
}
export type MethodText = ReturnType<typeof useMethodText>

/** Checks whether a method matches the quick filter, by any text in its row (PAY-006). */
export function matchesFilter(method: PaymentMethod, typed: string, words: MethodText): boolean {
  const wanted = typed.trim().toLocaleLowerCase()
  const shown = [
    words.nameOf(method),
    words.numberOf(method),
    method.name,
    method.cardholder_name,
    method.customer_name,
    method.expiration_date,
    words.usersOf(method),
  ]
  return shown.some((text) => text?.toLocaleLowerCase().includes(wanted))
}
