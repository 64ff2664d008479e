/** A public test card with its number and test nonce. */
export interface SandboxCard {
  number: string
  nonce: string
  cardType: string
  verdict: 'approved' | 'declined' | 'expired' | 'invalid'
}

/**
 * Cards that the sandbox knows (ruling 18). A card that the customer already has is a duplicate. The app converts a
 * number to its nonce in the browser; the sandbox converts the nonce to a result. Source: Braintree's testing reference
 * and the SDK's `Test.Nonces`; Braintree has no nonce of an expired card, so that one is our own.
 */
export const SANDBOX_CARDS: readonly SandboxCard[] = [
  { number: '4111111111111111', nonce: 'fake-valid-visa-nonce', cardType: 'Visa', verdict: 'approved' },
  { number: '4012888888881881', nonce: 'fake-valid-nonce', cardType: 'Visa', verdict: 'approved' },
  {
    number: '5555555555554444',
    nonce: 'fake-valid-mastercard-nonce',
    cardType: 'MasterCard',
    verdict: 'approved',
  },
  {
    number: '378282246310005',
    nonce: 'fake-valid-amex-nonce',
    cardType: 'American Express',
    verdict: 'approved',
  },
  {
    number: '6011111111111117',
    nonce: 'fake-valid-discover-nonce',
    cardType: 'Discover',
    verdict: 'approved',
  },
  { number: '3530111333300000', nonce: 'fake-valid-jcb-nonce', cardType: 'JCB', verdict: 'approved' },
  {
    number: '4000111111111115',
    nonce: 'fake-processor-declined-visa-nonce',
    cardType: 'Visa',
    verdict: 'declined',
  },
  {
    number: '5105105105105100',
    nonce: 'fake-processor-declined-mastercard-nonce',
    cardType: 'MasterCard',
    verdict: 'declined',
  },
  {
    number: '378734493671000',
    nonce: 'fake-processor-declined-amex-nonce',
    cardType: 'American Express',
    verdict: 'declined',
  },
  {
    number: '6011000990139424',
    nonce: 'fake-processor-declined-discover-nonce',
    cardType: 'Discover',
    verdict: 'declined',
  },
  {
    number: '4000111111111511',
    nonce: 'fake-gateway-rejected-fraud-nonce',
    cardType: 'Visa',
    verdict: 'declined',
  },
  {
    number: '4000000000000069',
    nonce: 'fake-expired-visa-nonce',
    cardType: 'Visa',
    verdict: 'expired',
  },
  { number: '4009348888881881', nonce: 'fake-consumed-nonce', cardType: 'Visa', verdict: 'invalid' },
]

/** A PayPal account of the sandbox. */
export const SANDBOX_PAYPAL = 'fake-paypal-billing-agreement-nonce'

/** Returns the nonce of a test number, spaces allowed; null for any other number, which is never sent. */
export function sandboxNonceOf(number: string): string | null {
  const digits = number.replaceAll(/[\s-]/g, '')
  return SANDBOX_CARDS.find((card) => card.number === digits)?.nonce ?? null
}
