import { os } from '#server/http/calls/implementer.ts'
import { idempotencyKeyOf } from '#server/http/idempotency/preconditions.ts'
import {
  createClientToken,
  createPaymentMethod,
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
  create: os.paymentMethods.create.handler(async ({ input, context }) => {
    const card = await storeCard(
      { ...gateway, actor: context.actor() },
      input,
      idempotencyKeyOf(context.request),
    )
    return context.write(input, (tx) => createPaymentMethod(context.useCase(tx), input, card))
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
