import type { DutyClass } from '#contract/maintenance/vehicle-schedule.ts'

/** A recurring service of a source. */
export interface SourceItem {
  serviceIds: readonly number[]
  miles: number | null
  kilometers: number | null
  months: number | null
  reason: { en: string; fr: string }
}

interface Advice {
  serviceId: number
  /** Recommended if it was not done for this long. */
  months: number
}

/**
 * Source of maintenance schedules (ruling 22). `own.ts` has the built-in ones by vehicle class. A licensed source of
 * manufacturers' schedules can implement the same port.
 */
export interface ScheduleSource {
  forClass(dutyClass: DutyClass): readonly SourceItem[]
  /** Services recommended in addition to the schedule. */
  adviceFor(dutyClass: DutyClass): readonly Advice[]
}
