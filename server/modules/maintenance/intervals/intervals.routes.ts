import { os } from '#server/http/calls/implementer.ts'
import { listNextIntervals } from './intervals.service.ts'

export const intervalsRoutes = () => ({
  next: os.intervals.next.handler(({ input, context }) =>
    context.read((tx) => listNextIntervals(context.useCase(tx), input.vehicleIds.split(',').map(Number))),
  ),
})
