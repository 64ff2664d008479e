import type { CallContext } from '#server/http/calls/call-context.ts'
import { os } from '#server/http/calls/implementer.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { readTelematics } from './telematics.service.ts'
import { listSyncEvents, startSync } from './telematics-sync.service.ts'

export function telematicsRoutes({
  db,
  ports,
}: Pick<DatabaseUseCase<'telematics' | 'jobs'>, 'db' | 'ports'>) {
  const readings = (context: CallContext, vehicleId: number) =>
    context.read((tx) => readTelematics(context.useCase(tx), vehicleId))
  return {
    batteryLife: os.telematics.batteryLife.handler(
      async ({ input, context }) => (await readings(context, input.id)).battery_life,
    ),
    engineOil: os.telematics.engineOil.handler(
      async ({ input, context }) => (await readings(context, input.id)).engine_oil,
    ),
    tirePressure: os.telematics.tirePressure.handler(async ({ input, context }) => ({
      tires: (await readings(context, input.id)).tires,
    })),
    syncEvents: os.telematics.syncEvents.handler(({ input, context }) =>
      context.read((tx) => listSyncEvents({ ...context.useCase(tx), ports }, input)),
    ),
    startSync: os.telematics.startSync.handler(({ context }) =>
      startSync({ db, ports, actor: context.actor() }),
    ),
    faultData: os.telematics.faultData.handler(async ({ input, context }) => ({
      fault_codes: (await readings(context, input.id)).fault_codes,
    })),
  }
}
