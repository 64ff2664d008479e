/** What we use of Braintree's drop-in, which brings no types. Source: its reference, version 1.48. */
declare module 'braintree-web-drop-in' {
  export interface DropInInstance {
    on(event: 'paymentMethodRequestable' | 'noPaymentMethodRequestable', handler: () => void): void
    isPaymentMethodRequestable(): boolean
    /** `details` depend on the kind of payment method. Rejects if the entries are wrong or the gateway refuses them. */
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
