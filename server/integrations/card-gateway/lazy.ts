import type { CardGateway } from './port.ts'

/** Loads Braintree's gateway, whose SDK is large, with the first call that needs it. */
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
    ensureCustomer: async (customer) => (await gateway()).ensureCustomer(customer),
    addCard: async (customerId, card) => (await gateway()).addCard(customerId, card),
    storedLike: async (customerId, nonce) => (await gateway()).storedLike(customerId, nonce),
    removeCard: async (token) => (await gateway()).removeCard(token),
    authorize: async (charge) => (await gateway()).authorize(charge),
    capture: async (id, amount) => (await gateway()).capture(id, amount),
    settlementOf: async (id) => (await gateway()).settlementOf(id),
    void: async (id) => (await gateway()).void(id),
    refund: async (id, refund) => (await gateway()).refund(id, refund),
    find: async (key) => (await gateway()).find(key),
    removeCustomer: async (customerId) => (await gateway()).removeCustomer(customerId),
  }
}
