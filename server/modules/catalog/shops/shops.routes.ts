import { os } from '#server/http/calls/implementer.ts'
import { listShopTimes } from './free-times.service.ts'
import { listFavoriteShops, searchShops, showShop, toggleFavoriteShop } from './shops.service.ts'

export const shopsRoutes = () => ({
  favorites: os.shops.favorites.handler(({ context }) =>
    context.read((tx) => listFavoriteShops(context.useCase(tx))),
  ),
  select: os.shops.select.handler(({ input, context }) =>
    context.read((tx) => searchShops(context.useCase(tx), input)),
  ),
  show: os.shops.show.handler(({ input, context }) =>
    context.read((tx) => showShop(context.useCase(tx), input)),
  ),
  toggleFavorite: os.shops.toggleFavorite.handler(({ input, context }) =>
    context.write(input, async (tx) => ({
      body: await toggleFavoriteShop(context.useCase(tx), input.id, input.value),
    })),
  ),
  schedule: os.shops.schedule.handler(({ input, context }) =>
    context.read((tx) => listShopTimes(context.useCase(tx), input)),
  ),
})
