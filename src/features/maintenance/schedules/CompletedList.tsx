import Button from '@mui/material/Button'
import { serviceName } from '#src/features/catalog/services/service-options.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import type { CompletedCycle } from './schedule-intervals.ts'
import { useIntervalText } from './useIntervalText.ts'
import { useMarks } from './useMarks.ts'

/** Completed intervals, latest first (SCH-013). */
export function CompletedList({
  vehicleId,
  completed,
}: {
  vehicleId: number
  completed: readonly CompletedCycle[]
}) {
  const t = useTexts('schedules')
  const format = useFormat()
  const textOf = useIntervalText()
  const { markInterval, isBusy } = useMarks()
  const canMark = useSessionCan('schedules.mark')
  return (
    <Section title={t('schedules:history.title')}>
      <ListStates
        total={completed.length}
        empty={
          <EmptyState
            title={t('schedules:history.empty.title')}
            message={t('schedules:history.empty.message')}
          />
        }
      >
        <ul>
          {completed.map(({ key, line, completedOn, markedIds }) => (
            <Box component="li" key={key} sx={{ py: 1, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
              <Stack direction="row" sx={{ gap: 1, justifyContent: 'space-between', flexWrap: 'wrap' }}>
                <Typography sx={{ fontWeight: 600 }}>{textOf(line)}</Typography>
                {canMark && markedIds.length > 0 && (
                  <Button
                    sx={{ minHeight: 44 }}
                    disabled={isBusy}
                    onClick={() =>
                      void markInterval({
                        vehicleId,
                        intervalId: line.item_id,
                        serviceIds: markedIds,
                        isCompleted: false,
                        lastCompletedOn: completedOn,
                      })
                    }
                  >
                    {t('schedules:mark.undo')}
                  </Button>
                )}
              </Stack>
              <Typography variant="body2">
                {line.services.map((service) => serviceName(service, format.language)).join(', ')}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {t('schedules:history.on', { date: format.date(completedOn) })}
              </Typography>
            </Box>
          ))}
        </ul>
      </ListStates>
    </Section>
  )
}
