import type { PaymentMethod } from '#contract/money/payment-methods.ts'

/** What can be asked of a method in a dialog over the list. */
export type MethodAct = 'edit' | 'delete' | 'setDefault'

export type OnMethodAct = (act: MethodAct, method: PaymentMethod) => void
