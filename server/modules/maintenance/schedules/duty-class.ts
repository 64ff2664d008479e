import type { DutyClass } from '#contract/maintenance/vehicle-schedule.ts'

interface Known {
  duty_class: DutyClass | null
  vehicle_type_id: 'light' | 'medium_heavy'
  engine: string | null
}

/** Returns the vehicle's schedule class: the chosen one, else derived from its data. */
export function dutyClassOf({ duty_class, vehicle_type_id, engine }: Known): DutyClass {
  if (duty_class !== null) return duty_class
  if (/\belectric\b/i.test(engine ?? '') && !/hybrid/i.test(engine ?? '')) return 'electric'
  return vehicle_type_id === 'medium_heavy' ? 'medium' : 'car'
}
