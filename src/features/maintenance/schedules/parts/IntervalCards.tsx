import ChevronRight from '@mui/icons-material/ChevronRight'
import Button from '@mui/material/Button'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { InlineFacts } from '#src/ui/layout/InlineFacts.tsx'
import { useDueFacts } from '../../intervals/useDueFacts.ts'
import { useDoneTexts } from '../completion/useDoneTexts.ts'
import { lastCycleOf } from '../schedule-intervals.ts'
import { useIntervalText } from '../useIntervalText.ts'
import type { IntervalListProps } from './IntervalTable.tsx'
import { ListRowButton } from './ListRowButton.tsx'
import { useServiceNames } from './useServiceNames.ts'

/** Intervals as rows for phones. */
export function IntervalCards({ label, lines, odometer, onOpen, onDone }: IntervalListProps) {
  const t = useTexts('schedules')
  const textOf = useIntervalText()
  const namesOf = useServiceNames()
  const dueFacts = useDueFacts()
  const texts = useDoneTexts()
  return (
    <ul aria-label={label}>
      {lines.map((line) => {
        const last = texts.lastDone(lastCycleOf(line), line.unit)
        return (
          <Box component="li" key={line.item_id} sx={{ borderTop: 1, borderColor: 'divider' }}>
            <ListRowButton onClick={() => onOpen(line.item_id)} end={<ChevronRight />}>
              <Typography
                sx={{ fontWeight: 600, color: line.tag === 'Past Due' ? 'error.main' : 'text.primary' }}
              >
                {textOf(line)}
              </Typography>
              <Typography variant="body2">{namesOf(line)}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                <InlineFacts facts={[...dueFacts(line, odometer), ...(last ? [last] : [])]} />
              </Typography>
            </ListRowButton>
            {onDone && (
              <Button
                aria-label={t('schedules:grid.doneOf', { service: namesOf(line) })}
                sx={{ minHeight: 48, ml: 1, mb: 0.5 }}
                onClick={() => onDone(line)}
              >
                {t('schedules:grid.done')}
              </Button>
            )}
          </Box>
        )
      })}
    </ul>
  )
}
