import type { PaymentMethod } from '#contract/money/payment-methods.ts'

/** Actions on a method that open a dialog over the list. */
export type MethodAction = 'edit' | 'delete' | 'setDefault'

export type OnMethodAction = (action: MethodAction, method: PaymentMethod) => void
