import {
  ALL_USERS,
  NewPaymentMethod,
  type PaymentMethod,
  PaymentMethodChange,
} from '#contract/money/payment-methods.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import type { RequestedCard } from '#src/features/money/payment-methods/requested-card.ts'
import { codesOf } from '#src/lib/field-codes.ts'

/** Our own fields of a payment method in the form; '' means empty. Never contains card data (PAY-029). */
export interface MethodDraft {
  name: string
  billing_address: string
  billing_zip: string
  email: string
  /** Who may pay with it. The sentinel `ALL_USERS` alone means all users. */
  users: { id: number; name: string }[]
}

export const emptyMethod: MethodDraft = {
  name: '',
  billing_address: '',
  billing_zip: '',
  email: '',
  users: [],
}

/** `allUsers`: label of the option for all users. */
export function toDraft(method: PaymentMethod, allUsers: string): MethodDraft {
  return {
    name: method.name ?? '',
    billing_address: method.billing_address ?? '',
    billing_zip: method.billing_zip ?? '',
    email: method.email ?? '',
    users: method.customer_ids.includes(ALL_USERS) ? [{ id: ALL_USERS, name: allUsers }] : method.customers,
  }
}

/** Resolves a selection after one option was added: all users replaces single users, and the other way around. */
export function resolveAllUsers<T extends { id: number }>(chosen: readonly T[]): T[] {
  const last = chosen.at(-1)
  return last?.id === ALL_USERS ? [last] : chosen.filter(({ id }) => id !== ALL_USERS)
}

/** Builds the body that creates a method (PAY-014). */
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

/** Builds the body that changes a method (PAY-016). A PayPal account's email address cannot be changed. */
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

/** Validation codes by field, matching the server's. */
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
