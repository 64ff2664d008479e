import { os } from '#server/http/implementer.ts'
import type { PromotionsService } from './promotions.service.ts'

export const promotionsRoutes = (service: PromotionsService) => ({
  available: os.promotions.available.handler(({ input, context }) =>
    context.read((tx) => service.available(tx, context.actor(), input.shopping_cart_id)),
  ),
  applyCode: os.promotions.applyCode.handler(async ({ input, context }) => {
    const forgive = await service.admitCode(context.actor())
    const { shopping_cart_id: orderId, code } = input
    const order = await context.write(input, (tx) => service.apply(tx, context.actor(), orderId, { code }))
    await forgive()
    return order
  }),
  apply: os.promotions.apply.handler(({ input, context }) => {
    const { shopping_cart_id: orderId, promotion_id } = input
    return context.write(input, (tx) => service.apply(tx, context.actor(), orderId, { promotion_id }))
  }),
})
