import { createHash } from 'node:crypto'
import type { Language } from '#contract/core/fields.ts'

/** A sign-up as validated by the contract. */
export interface SignUpInput {
  companyName: string
  carCount: number
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  zipCode: string
  password: string
  acceptedPromotionalTerms: boolean
  communicationPreferencesInFrench: boolean
  payment_method_nonce?: string | undefined
  otp?: string | undefined
  captcha_token?: string | undefined
  language?: Language | undefined
}

/**
 * Returns the customer id at the card gateway. A repeated request has the nonce of the first one and gets its card again.
 * A new nonce may be another card. With the first request's customer ID, the gateway would return the first card instead
 * of a new one.
 */
export const customerIdOf = (key: string, { payment_method_nonce: nonce = '' }: SignUpInput): string =>
  createHash('sha256').update(`${key} ${nonce}`).digest('hex').slice(0, 32)

/**
 * Hash of what the user enters about the fleet and its Owner. Without secrets and what a repeated request may renew: the
 * code, the captcha, the card's nonce and the language of the page.
 */
export const contentHashOf = (input: SignUpInput): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        input.companyName,
        input.carCount,
        input.firstName,
        input.lastName,
        input.email,
        input.phoneNumber,
        input.zipCode,
        input.acceptedPromotionalTerms,
        input.communicationPreferencesInFrench,
      ]),
    )
    .digest()
