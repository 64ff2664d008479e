/** What we use of Braintree's drop-in, which brings no types. Source: its reference, version 1.48. */
declare module 'braintree-web-drop-in' {
  export interface DropInInstance {
    on(event: 'paymentMethodRequestable' | 'noPaymentMethodRequestable', handler: () => void): void
    isPaymentMethodRequestable(): boolean
    requestPaymentMethod(): Promise<{ nonce: string }>
    teardown(): Promise<void>
  }
  interface DropIn {
    create(options: {
      authorization: string
      container: HTMLElement
      locale?: string
      card?: { cardholderName?: { required: boolean } }
    }): Promise<DropInInstance>
  }
  const dropIn: DropIn
  export default dropIn
}
