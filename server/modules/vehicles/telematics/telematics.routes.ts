import type { CallContext } from '#server/http/call-context.ts'
import { os } from '#server/http/implementer.ts'
import type { TelematicsService } from './telematics.service.ts'

export function telematicsRoutes(service: TelematicsService) {
  const readings = (context: CallContext, vehicleId: number) =>
    context.read((tx) => service.read(tx, context.actor(), vehicleId))
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
    faultData: os.telematics.faultData.handler(async ({ input, context }) => ({
      fault_codes: (await readings(context, input.id)).fault_codes,
    })),
  }
}
