import { addDays } from '#domain/core/days.ts'
import { serviceName } from '#src/features/catalog/services/service-options.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIntervals } from '#src/local-data/useLocalRows.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { countServices } from './count-services.ts'

/** Services that are named; the others are counted. */
const NAMED = 6

interface SnoozeEffectProps {
  vehicleIds: readonly number[]
  /** Name of the vehicle, if it is one. */
  vehicle?: string | undefined
  /** First day of the snooze. */
  from: string
  weeks: number
}

/** Says until when a snooze lasts, and which due services of how many vehicles it covers. */
export function SnoozeEffect({ vehicleIds, vehicle, from, weeks }: SnoozeEffectProps) {
  const t = useTexts('schedules')
  const { date, number, language } = useFormat()
  const intervals = useIntervals()
  const due = countServices(intervals ?? [], new Set(vehicleIds), (service) => serviceName(service, language))
  const until = date(addDays(from, weeks * 7))
  const named = due
    .slice(0, NAMED)
    .map(({ name, vehicles }) =>
      vehicle === undefined ? t('schedules:snooze.counted', { name, number: number(vehicles) }) : name,
    )
  const others = due.length - named.length
  return (
    <Stack role="status" sx={{ gap: 0.5 }}>
      <Typography sx={{ fontWeight: 650 }}>
        {vehicle === undefined
          ? t('schedules:snooze.effect', {
              count: vehicleIds.length,
              number: number(vehicleIds.length),
              date: until,
            })
          : t('schedules:snooze.effectOf', { vehicle, date: until })}
      </Typography>
      {intervals && due.length === 0 && <Typography>{t('schedules:snooze.nothingDue')}</Typography>}
      {named.length > 0 && (
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {t('schedules:snooze.dueServices', {
            services: [
              ...named,
              ...(others > 0
                ? [t('schedules:snooze.others', { count: others, number: number(others) })]
                : []),
            ].join(', '),
          })}
        </Typography>
      )}
      {named.length > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('schedules:snooze.stays')}
        </Typography>
      )}
    </Stack>
  )
}
