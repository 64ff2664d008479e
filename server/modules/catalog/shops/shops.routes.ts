import { os } from '#server/http/calls/implementer.ts'
import type { ScheduleService } from './schedule.service.ts'
import type { ShopsService } from './shops.service.ts'

export const shopsRoutes = (service: ShopsService, schedule: ScheduleService) => ({
  favorites: os.shops.favorites.handler(({ context }) =>
    context.read((tx) => service.favorites(tx, context.actor())),
  ),
  select: os.shops.select.handler(({ input, context }) =>
    context.read((tx) => service.select(tx, context.actor(), input)),
  ),
  toggleFavorite: os.shops.toggleFavorite.handler(({ input, context }) =>
    context.write(input, async (tx) => ({
      body: await service.toggleFavorite(tx, context.actor(), input.id, input.value),
    })),
  ),
  schedule: os.shops.schedule.handler(({ input, context }) =>
    context.read((tx) => schedule.times(tx, context.actor(), input)),
  ),
})
