import type { PaymentMethod } from '#contract/money/payment-methods.ts'

/** What can be asked of a method in a dialog over the list. */
export type MethodAction = 'edit' | 'delete' | 'setDefault'

export type OnMethodAction = (act: MethodAction, method: PaymentMethod) => void
