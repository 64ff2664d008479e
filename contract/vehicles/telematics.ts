import * as z from 'zod/mini'
import { Id } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'

/** Oil life in percent. */
export const EngineOil = z.object({
  percent: z.nullable(z.int()),
  last_updated_at: z.nullable(z.string()),
  errors: z.array(z.string()),
})
export const BatteryLife = z.object({
  volts: z.nullable(z.number()),
  last_updated_at: z.nullable(z.string()),
})
export const WHEELS = ['front_left', 'front_right', 'rear_left', 'rear_right'] as const
/** Pressure in kPa, temperature in °C. */
export const Tire = z.object({
  wheel: z.enum(WHEELS),
  pressure: z.nullable(z.number()),
  temperature: z.nullable(z.number()),
})
export const FaultCode = z.object({
  id: z.string(),
  dateTime: z.string(),
  diagnostic: z.object({ name: z.string() }),
})

/** Last readings of one vehicle, as kept on the phone (OFF-010). */
export const TelematicsSnapshot = z.object({
  vehicle_id: Id,
  engine_oil: EngineOil,
  battery_life: BatteryLife,
  tires: z.array(Tire),
  fault_codes: z.array(FaultCode),
  read_at: z.string(),
})
export type TelematicsSnapshot = z.infer<typeof TelematicsSnapshot>

const of = z.object({ id: Id })
const read = (path: `/${string}`, summary: string) =>
  call({ access: 'telematics.read' })
    .route({ method: 'GET', path: v4(path), tags: ['vehicles'], summary })
    .input(of)

export const telematicsContract = {
  batteryLife: read('/vehicles/{id}/telematics/battery_life', 'Battery, volts').output(BatteryLife),
  engineOil: read('/vehicles/{id}/telematics/engine_oil', 'Engine oil life').output(EngineOil),
  tirePressure: read('/vehicles/{id}/telematics/tire_pressure', 'Tire pressure and temperature').output(
    z.object({ tires: z.array(Tire) }),
  ),
  faultData: read('/vehicles/{id}/telematics/fault_data', 'Fault codes, newest first').output(
    z.object({ fault_codes: z.array(FaultCode) }),
  ),
}
