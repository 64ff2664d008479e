import type { ReactNode } from 'react'
import type { Interval } from '#contract/maintenance/intervals.ts'
import { serviceName } from '#src/features/catalog/services/service-options.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useFirstLoad } from '#src/local-data/useFirstLoad.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { InlineFacts } from '#src/ui/layout/InlineFacts.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { byUrgency } from './due.ts'
import { IntervalTag } from './IntervalTag.tsx'
import { useDueFacts } from './useDueFacts.ts'
import { useIntervalName } from './useIntervalName.ts'

interface IntervalSectionProps {
  /** Undefined while loading. */
  intervals: readonly Interval[] | undefined
  /** The vehicle's last reading, in its unit. */
  odometer: number | null
  /** Until when the vehicle's reminders are snoozed (SVC-057). */
  snoozedUntil: string | undefined
  actions?: ReactNode
}

/** Due intervals of a vehicle, most urgent first. */
export function IntervalSection({ intervals, odometer, snoozedUntil, actions }: IntervalSectionProps) {
  const t = useTexts('intervals')
  const { language, date } = useFormat()
  const dueFacts = useDueFacts()
  const nameOf = useIntervalName()
  const firstLoad = useFirstLoad()
  return (
    <Section title={t('intervals:title')} actions={actions}>
      <ListStates
        {...firstLoad}
        total={intervals?.length}
        rows={2}
        rowHeight={72}
        empty={<EmptyState title={t('intervals:empty.title')} message={t('intervals:empty.message')} />}
      >
        <ul>
          {intervals?.toSorted(byUrgency).map((interval) => (
            <Box
              component="li"
              key={interval.id}
              sx={{ py: 1, '& + &': { borderTop: 1, borderColor: 'divider' } }}
            >
              <Stack direction="row" sx={{ gap: 1, justifyContent: 'space-between', flexWrap: 'wrap' }}>
                <Typography
                  sx={{ fontWeight: 600, color: interval.tag === 'Past Due' ? 'error.main' : 'text.primary' }}
                >
                  {nameOf(interval)}
                </Typography>
                <IntervalTag tag={interval.tag} />
              </Stack>
              <Typography variant="body2">
                <InlineFacts
                  facts={[
                    ...dueFacts(interval, odometer),
                    snoozedUntil !== undefined && t('common:snoozedUntil', { date: date(snoozedUntil) }),
                  ]}
                />
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {interval.services.map((service) => serviceName(service, language)).join(', ')}
              </Typography>
            </Box>
          ))}
        </ul>
      </ListStates>
    </Section>
  )
}
