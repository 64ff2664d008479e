import type { CardGateway } from './port.ts'

/** Braintree's gateway, whose SDK is large, loaded with the first call that needs it. */
export function lazyGateway(load: () => Promise<CardGateway>): CardGateway {
  let loading: Promise<CardGateway> | undefined
  const gateway = () => {
    loading ??= load()
    return loading
  }
  return {
    kind: 'live',
    clientToken: async () => (await gateway()).clientToken(),
    createCustomer: async (customer) => (await gateway()).createCustomer(customer),
    addCard: async (customerId, nonce) => (await gateway()).addCard(customerId, nonce),
    removeCustomer: async (customerId) => (await gateway()).removeCustomer(customerId),
  }
}
