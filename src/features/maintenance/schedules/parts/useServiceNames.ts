import { serviceName } from '#src/features/catalog/services/service-options.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import type { ScheduleInterval } from '../schedule-intervals.ts'

/** Returns the names of an interval's services: 'Oil change, tire rotation'. */
export function useServiceNames(): (line: Pick<ScheduleInterval, 'services'>) => string {
  const { language } = useFormat()
  return (line) => line.services.map((service) => serviceName(service, language)).join(', ')
}
