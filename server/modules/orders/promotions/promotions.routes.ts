import { os } from '#server/http/calls/implementer.ts'
import { Problem } from '#server/problem.ts'
import type { PromotionsService } from './promotions.service.ts'

export const promotionsRoutes = (service: PromotionsService) => ({
  available: os.promotions.available.handler(({ input, context }) =>
    context.read((tx) => service.available(tx, context.actor(), input.shopping_cart_id)),
  ),
  check: os.promotions.check.handler(async ({ input, context }) => {
    const check = () => context.read((tx) => service.check(tx, context.actor(), input))
    if (input.code === undefined) return check()
    const forgive = await service.admitCode(context.actor())
    try {
      const answer = await check()
      await forgive()
      return answer
    } catch (error) {
      // Only an unknown code counts as a guess. A form may retry a code whose minimum is not reached.
      if (!(error instanceof Problem && error.code === 'promotion_unknown')) await forgive()
      throw error
    }
  }),
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
