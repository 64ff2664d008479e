import { ExternalCallNeeded } from '#server/external-call.ts'
import { os } from '#server/http/calls/implementer.ts'
import { idempotencyKeyOf } from '#server/http/idempotency/preconditions.ts'
import type { StoredCard } from '#server/integrations/card-gateway/port.ts'
import {
  createClientToken,
  createPaymentMethod,
  discardCard,
  getAccountNumber,
  listPaymentMethods,
  removePaymentMethod,
  saveAccountNumber,
  setDefaultPaymentMethod,
  storeCard,
  updatePaymentMethod,
} from './payment-methods.service.ts'

export const paymentMethodsRoutes = (gateway: Parameters<typeof createClientToken>[0]) => ({
  list: os.paymentMethods.list.handler(({ context }) =>
    context.read((tx) => listPaymentMethods(context.useCase(tx))),
  ),
  create: os.paymentMethods.create.handler(({ input, context }) => {
    let card: StoredCard | undefined
    const make = async () => {
      const key = idempotencyKeyOf(context.request)
      card = await storeCard({ ...gateway, actor: context.actor() }, input, key)
    }
    const discard = async () => {
      const { fleet, userId } = context.actor()
      if (card) await discardCard(gateway, { fleetId: fleet.id, userId }, card)
    }
    return context.write(input, (tx) => {
      // The gateway would reject a repeated request, whose nonce is used.
      if (!card) throw new ExternalCallNeeded({ make, discard, isRecorded: () => true })
      return createPaymentMethod(context.useCase(tx), input, card)
    })
  }),
  update: os.paymentMethods.update.handler(({ input, context }) =>
    context.write(input, (tx, precondition) => updatePaymentMethod(context.useCase(tx), input, precondition)),
  ),
  destroy: os.paymentMethods.destroy.handler(({ input, context }) =>
    context.write(input, (tx, precondition) =>
      removePaymentMethod(context.useCase(tx), input.id, precondition),
    ),
  ),
  setDefault: os.paymentMethods.setDefault.handler(({ input, context }) =>
    context.write(input, (tx) => setDefaultPaymentMethod(context.useCase(tx), input.id)),
  ),
  mapping: os.paymentMethods.mapping.handler(({ input, context }) =>
    context.read((tx) => getAccountNumber(context.useCase(tx), input.fleetId)),
  ),
  saveMapping: os.paymentMethods.saveMapping.handler(({ input, context }) =>
    context.writeAcross(input, (tx) => saveAccountNumber(context.useCase(tx), input)),
  ),
  clientToken: os.paymentMethods.clientToken.handler(({ context }) =>
    createClientToken(gateway, context.request.ip),
  ),
})
