import { os } from '#server/http/implementer.ts'
import type { IntervalsService } from './intervals.service.ts'

export const intervalsRoutes = (service: IntervalsService) => ({
  next: os.intervals.next.handler(({ input, context }) =>
    context.read((tx) => service.next(tx, context.actor(), input.vehicleIds.split(',').map(Number))),
  ),
})
