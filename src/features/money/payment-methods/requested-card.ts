import type { FieldCodes } from '#domain/core/file-rules.ts'

/** A card or PayPal account that the gateway's form hands over. The nonce stands for it, once. */
export interface RequestedCard {
  nonce: string
  /** Null: the gateway has it already, or there is none. */
  cardholderName: string | null
}

/** Asks the card form for what was entered. Throws an ApiFailure (`card_refused`) if the gateway does not accept it. */
export type RequestCard = () => Promise<RequestedCard>

/** What both card forms take: Braintree's drop-in and the sandbox. */
export interface CardFieldsProps {
  /** Token of the gateway that the form starts with. */
  token: string
  /** Called with a way to request the payment method once one can be requested, and with null when it no longer can. */
  onRequestable: (request: RequestCard | null) => void
  /** Called when something was entered that would be lost. */
  onEntered?: (() => void) | undefined
  /** What the server refused, by field: `expiration`. */
  codes?: FieldCodes | undefined
}
