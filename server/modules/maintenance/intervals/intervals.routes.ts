import { os } from '#server/http/calls/implementer.ts'
import type { IntervalsService } from './intervals.service.ts'

export const intervalsRoutes = (service: IntervalsService) => ({
  next: os.intervals.next.handler(({ input, context }) =>
    context.read((tx) => service.next(tx, context.actor(), input.vehicleIds.split(',').map(Number))),
  ),
})
