import type { DutyClass } from '#contract/maintenance/vehicle-schedule.ts'

/** What a source says is to be done again and again. */
export interface SourceItem {
  serviceIds: readonly number[]
  miles: number | null
  kilometers: number | null
  months: number | null
  reason: { en: string; fr: string }
}

export interface Advice {
  serviceId: number
  /** Advised when it was not done for so long. */
  months: number
}

/**
 * Where schedules come from (ruling 22). `own.ts` is ours, by class of vehicle; a licensed source of the manufacturers'
 * schedules can stand behind the same port.
 */
export interface ScheduleSource {
  forClass(dutyClass: DutyClass): readonly SourceItem[]
  /** Good to do beside the schedule. */
  adviceFor(dutyClass: DutyClass): readonly Advice[]
}
