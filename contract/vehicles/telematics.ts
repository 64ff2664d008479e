import { Id, Instant } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** Says that a vehicle has no oil to measure; other errors come as the provider words them. */
export const NO_ENGINE_OIL = 'No engine oil'
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
  /** When the device last told something. */
  read_at: z.string(),
  /** Invented, by the simulator or the demo. */
  is_simulated: z.optional(z.boolean()),
})
export type TelematicsSnapshot = z.infer<typeof TelematicsSnapshot>

/** Why a synchronisation failed. */
export const SYNC_FAILURES = [
  'refused',
  'too_many',
  'bad_answer',
  'unavailable',
  'not_configured',
  'interrupted',
] as const

/** One synchronisation with the fleet's telematics database (TEL-027). */
export const SyncEvent = z.object({
  id: Id,
  created_at: Instant,
  status: z.enum(['queued', 'running', 'complete', 'failed']),
  cause: z.enum(['daily', 'by_hand']),
  /** Set where the status is 'failed'. */
  failure: z.nullable(z.enum(SYNC_FAILURES)),
  finished_at: z.nullable(Instant),
  /** Vehicles that something new was heard of. */
  vehicles_total: z.int(),
})
export type SyncEvent = z.infer<typeof SyncEvent>

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
  /** Newest first. */
  syncEvents: call({ access: 'telematics.read' })
    .route({
      method: 'GET',
      path: v4('/geotab/sync_events'),
      tags: ['vehicles'],
      summary: 'Synchronisations with the telematics database',
    })
    .input(z.object(pageQuery(10, 100)))
    .output(
      z.object({
        sync_events: z.array(SyncEvent),
        /** There is no provider: readings are the simulator's. */
        is_simulated: z.boolean(),
        ...pageFields,
      }),
    ),
  /** Begins one in the background. One that is queued or running already is answered as it stands. 422 without a database. */
  startSync: call({ access: 'telematics.edit', kind: 'write', problems: ['validation'] })
    .route({
      method: 'POST',
      path: v4('/geotab/sync_events'),
      tags: ['vehicles'],
      summary: 'Synchronise now',
      successStatus: 201,
    })
    .output(SyncEvent),
}
