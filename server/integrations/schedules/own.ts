import type { DutyClass } from '#contract/maintenance/vehicle-schedule.ts'
import { type ServiceKey, service } from '#server/db/seed/tables/service-definitions.ts'
import type { ScheduleSource, SourceItem } from './port.ts'
import { ADVICE, TEMPLATES } from './templates.ts'

/** The built-in schedules by vehicle class. */
export const ownSchedules: ScheduleSource = {
  forClass: (dutyClass: DutyClass) =>
    TEMPLATES[dutyClass].map(
      ([keys, miles, kilometers, months, en, fr]): SourceItem => ({
        serviceIds: keys.map(idOf),
        miles,
        kilometers,
        months,
        reason: { en, fr },
      }),
    ),
  adviceFor: (dutyClass) => ADVICE[dutyClass].map(([key, months]) => ({ serviceId: idOf(key), months })),
}

const idOf = (key: ServiceKey): number => service(key).id
