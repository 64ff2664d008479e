import { os } from '#server/http/implementer.ts'
import type { PaymentMethodsService } from './payment-methods.service.ts'

export const paymentMethodsRoutes = (service: PaymentMethodsService) => ({
  list: os.paymentMethods.list.handler(({ context }) =>
    context.read(async (tx) => ({ payment_methods: await service.list(tx, context.actor().fleet.id) })),
  ),
  clientToken: os.paymentMethods.clientToken.handler(({ context }) =>
    service.clientToken(context.request.ip),
  ),
})
