import { os } from '#server/http/calls/implementer.ts'
import { idempotencyKeyOf } from '#server/http/idempotency/preconditions.ts'
import type { PaymentMethodsService } from './payment-methods.service.ts'

export const paymentMethodsRoutes = (service: PaymentMethodsService) => ({
  list: os.paymentMethods.list.handler(({ context }) =>
    context.read((tx) => service.list(tx, context.actor())),
  ),
  create: os.paymentMethods.create.handler(async ({ input, context }) => {
    const card = await service.store(context.actor(), input, idempotencyKeyOf(context.request))
    return context.write(input, (tx) => service.create(tx, context.actor(), input, card))
  }),
  update: os.paymentMethods.update.handler(({ input, context }) =>
    context.write(input, (tx, precondition) => service.update(tx, context.actor(), input, precondition)),
  ),
  destroy: os.paymentMethods.destroy.handler(({ input, context }) =>
    context.write(input, (tx, precondition) => service.destroy(tx, context.actor(), input.id, precondition)),
  ),
  setDefault: os.paymentMethods.setDefault.handler(({ input, context }) =>
    context.write(input, (tx) => service.setDefault(tx, context.actor(), input.id)),
  ),
  mapping: os.paymentMethods.mapping.handler(({ input, context }) =>
    context.read((tx) => service.mapping(tx, context.actor(), input.fleetId)),
  ),
  saveMapping: os.paymentMethods.saveMapping.handler(({ input, context }) =>
    context.writeAcross(input, (tx) => service.saveMapping(tx, context.actor(), input)),
  ),
  clientToken: os.paymentMethods.clientToken.handler(({ context }) =>
    service.clientToken(context.request.ip),
  ),
})
