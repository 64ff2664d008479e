/** The part of Braintree's drop-in that we use; it ships no types. Source: its reference, version 1.48. */
declare module 'braintree-web-drop-in' {
  export interface DropInInstance {
    on(event: 'paymentMethodRequestable' | 'noPaymentMethodRequestable', handler: () => void): void
    isPaymentMethodRequestable(): boolean
    /** `details` depend on the type of payment method. Rejects if the input is invalid or the gateway rejects it. */
    requestPaymentMethod(): Promise<{ nonce: string; details?: { cardholderName?: string | null } }>
    teardown(): Promise<void>
  }
  interface DropIn {
    create(options: {
      authorization: string
      container: HTMLElement
      locale?: string
      card?: { cardholderName?: { required: boolean } }
      paypal?: { flow: 'vault' }
    }): Promise<DropInInstance>
  }
  const dropIn: DropIn
  export default dropIn
}
