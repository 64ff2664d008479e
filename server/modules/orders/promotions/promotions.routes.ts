import { os } from '#server/http/calls/implementer.ts'
import { Problem } from '#server/problem.ts'
import { applyPromotion, checkPromotion, limitCodeTries, listPromotions } from './promotions.service.ts'

export const promotionsRoutes = ({ db }: { db: Parameters<typeof limitCodeTries>[0] }) => ({
  available: os.promotions.available.handler(({ input, context }) =>
    context.read((tx) => listPromotions(context.useCase(tx), input.shopping_cart_id)),
  ),
  check: os.promotions.check.handler(async ({ input, context }) => {
    const check = () => context.read((tx) => checkPromotion(context.useCase(tx), input))
    if (input.code === undefined) return check()
    const forgive = await limitCodeTries(db, context.actor())
    try {
      const checked = await check()
      await forgive()
      return checked
    } catch (error) {
      // Only an unknown code counts as a guess. A form may retry a code whose minimum is not reached.
      if (!(error instanceof Problem && error.code === 'promotion_unknown')) await forgive()
      throw error
    }
  }),
  applyCode: os.promotions.applyCode.handler(async ({ input, context }) => {
    const forgive = await limitCodeTries(db, context.actor())
    const { shopping_cart_id: orderId, code } = input
    const order = await context.write(input, (tx) => applyPromotion(context.useCase(tx), orderId, { code }))
    await forgive()
    return order
  }),
  apply: os.promotions.apply.handler(({ input, context }) => {
    const { shopping_cart_id: orderId, promotion_id } = input
    return context.write(input, (tx) => applyPromotion(context.useCase(tx), orderId, { promotion_id }))
  }),
})
