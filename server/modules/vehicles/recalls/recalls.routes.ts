import { os } from '#server/http/calls/implementer.ts'
import type { Ports } from '#server/use-case.ts'
import { uncheckedVehicles } from './recalls.reads.ts'

export const recallsRoutes = ({ recalls }: Pick<Ports, 'recalls'>) => ({
  status: os.recalls.status.handler(({ input, context }) =>
    context.read(async (tx) => ({
      is_on: recalls !== null,
      ...(await uncheckedVehicles(tx, context.actor(), input.vehicle_id)),
    })),
  ),
})
