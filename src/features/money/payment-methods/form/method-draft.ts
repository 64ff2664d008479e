import {
  ALL_USERS,
  NewPaymentMethod,
  type PaymentMethod,
  PaymentMethodChange,
} from '#contract/money/payment-methods.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import type { RequestedCard } from '#src/features/money/payment-methods/requested-card.ts'
import { codesOf } from '#src/lib/field-codes.ts'

/** Our own fields of a payment method, as the form has them: '' is nothing. Card data is never among them (PAY-029). */
export interface MethodDraft {
  name: string
  billing_address: string
  billing_zip: string
  email: string
  /** Who may pay with it; the sentinel `ALL_USERS` alone stands for everybody. */
  users: { id: number; name: string }[]
}

export const emptyMethod: MethodDraft = {
  name: '',
  billing_address: '',
  billing_zip: '',
  email: '',
  users: [],
}

/** `allUsers`: the name of the choice for everybody. */
export function toDraft(method: PaymentMethod, allUsers: string): MethodDraft {
  return {
    name: method.name ?? '',
    billing_address: method.billing_address ?? '',
    billing_zip: method.billing_zip ?? '',
    email: method.email ?? '',
    users: method.customer_ids.includes(ALL_USERS) ? [{ id: ALL_USERS, name: allUsers }] : method.customers,
  }
}

/** What stays chosen after one was added: everybody replaces single users, and a single user replaces everybody. */
export function resolveAllUsers<T extends { id: number }>(chosen: readonly T[]): T[] {
  const last = chosen.at(-1)
  return last?.id === ALL_USERS ? [last] : chosen.filter(({ id }) => id !== ALL_USERS)
}

/** The body that creates a method (PAY-014). */
export function toNewMethod(draft: MethodDraft, card: RequestedCard): NewPaymentMethod {
  const { name, billing_address, billing_zip, email } = trimmed(draft)
  return {
    nonce: card.nonce,
    customer_ids: draft.users.map(({ id }) => id),
    ...(card.cardholderName && { cardholder_name: card.cardholderName }),
    ...(name && { name }),
    ...(billing_address && { billing_address }),
    ...(billing_zip && { billing_zip }),
    ...(email && { email }),
  }
}

/** The body that changes a method (PAY-016). The address of a PayPal account is not ours to change. */
export function toChange({ id, type }: PaymentMethod, draft: MethodDraft): PaymentMethodChange {
  const { name, billing_address, billing_zip, email } = trimmed(draft)
  return {
    id,
    customer_ids: draft.users.map((user) => user.id),
    name: name || null,
    billing_address: billing_address || null,
    billing_zip: billing_zip || null,
    ...(type === 'credit_card' && { email: email || null }),
  }
}

/** Codes by field, as the server would find them. */
export function newMethodErrors(draft: MethodDraft): FieldCodes {
  const input = toNewMethod(draft, { nonce: 'pending', cardholderName: null })
  return codesOf(NewPaymentMethod.safeParse(input).error?.issues ?? [], input)
}

export function methodChangeErrors(method: PaymentMethod, draft: MethodDraft): FieldCodes {
  const input = toChange(method, draft)
  return codesOf(PaymentMethodChange.safeParse(input).error?.issues ?? [], input)
}

const trimmed = ({ name, billing_address, billing_zip, email }: MethodDraft) => ({
  name: name.trim(),
  billing_address: billing_address.trim(),
  billing_zip: billing_zip.trim(),
  email: email.trim(),
})
