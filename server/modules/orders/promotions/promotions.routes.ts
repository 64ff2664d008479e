import { os } from '#server/http/calls/implementer.ts'
import { applyPromotion, checkPromotion, listPromotions, tryCode } from './promotions.service.ts'

export const promotionsRoutes = ({ db }: { db: Parameters<typeof tryCode>[0] }) => ({
  available: os.promotions.available.handler(({ input, context }) =>
    context.read((tx) => listPromotions(context.useCase(tx), input.shopping_cart_id)),
  ),
  check: os.promotions.check.handler(({ input, context }) => {
    const check = () => context.read((tx) => checkPromotion(context.useCase(tx), input))
    return input.code === undefined ? check() : tryCode(db, context.actor(), check)
  }),
  applyCode: os.promotions.applyCode.handler(({ input, context }) => {
    const { shopping_cart_id: orderId, code } = input
    return tryCode(db, context.actor(), () =>
      context.write(input, (tx) => applyPromotion(context.useCase(tx), orderId, { code })),
    )
  }),
  apply: os.promotions.apply.handler(({ input, context }) => {
    const { shopping_cart_id: orderId, promotion_id } = input
    return context.write(input, (tx) => applyPromotion(context.useCase(tx), orderId, { promotion_id }))
  }),
})
