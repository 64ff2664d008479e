import type { FieldCodes } from '#domain/core/file-rules.ts'

/** A card or PayPal account from the gateway's form, represented by a single-use nonce. */
export interface RequestedCard {
  nonce: string
  /** Null: the gateway already has it, or there is none. */
  cardholderName: string | null
}

/** Requests the payment method from the card form. Throws an ApiFailure (`card_refused`) if the gateway rejects it. */
export type RequestCard = () => Promise<RequestedCard>

/** Props of both card forms: Braintree's drop-in and the sandbox. */
export interface CardFieldsProps {
  /** The gateway's client token. */
  token: string
  /** Called with a request function once a payment method can be requested, and with null when it no longer can. */
  onRequestable: (request: RequestCard | null) => void
  /** Called when input was entered that leaving would lose. */
  onEntered?: (() => void) | undefined
  /** The server's validation codes by field: `expiration`. */
  codes?: FieldCodes | undefined
}
