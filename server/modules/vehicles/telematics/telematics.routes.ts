import type { CallContext } from '#server/http/calls/call-context.ts'
import { os } from '#server/http/calls/implementer.ts'
import { readTelematics } from './telematics.service.ts'
import type { TelematicsSync } from './telematics-sync.service.ts'

export function telematicsRoutes(sync: TelematicsSync) {
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
      context.read((tx) => sync.events(tx, context.actor(), input)),
    ),
    startSync: os.telematics.startSync.handler(({ context }) => sync.start(context.actor())),
    faultData: os.telematics.faultData.handler(async ({ input, context }) => ({
      fault_codes: (await readings(context, input.id)).fault_codes,
    })),
  }
}
