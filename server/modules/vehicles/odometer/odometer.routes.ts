import { os } from '#server/http/calls/implementer.ts'
import { createReading, listReadings, voidReading } from './odometer-log.service.ts'

export const odometerRoutes = () => ({
  list: os.odometer.list.handler(({ input, context }) =>
    context.read((tx) => listReadings(context.useCase(tx), input)),
  ),
  create: os.odometer.create.handler(({ input, context }) =>
    context.write(input, (tx) => createReading(context.useCase(tx), input)),
  ),
  void: os.odometer.void.handler(({ input, context }) =>
    context.write(input, (tx) => voidReading(context.useCase(tx), input)),
  ),
})
