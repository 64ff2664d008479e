import { os } from '#server/http/implementer.ts'
import type { ShopsService } from './shops.service.ts'

export const shopsRoutes = (service: ShopsService) => ({
  favorites: os.shops.favorites.handler(({ context }) =>
    context.read((tx) => service.favorites(tx, context.actor())),
  ),
  select: os.shops.select.handler(({ input, context }) =>
    context.read((tx) => service.select(tx, context.actor(), input)),
  ),
})
