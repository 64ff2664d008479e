import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { distanceLeft } from '../../intervals/due.ts'
import { IntervalTag } from '../../intervals/IntervalTag.tsx'
import { lastCycleOf, type ScheduleInterval } from '../schedule-intervals.ts'
import { useIntervalText } from '../useIntervalText.ts'
import { useServiceNames } from './useServiceNames.ts'

export interface IntervalListProps {
  /** Accessible name. */
  label: string
  lines: readonly ScheduleInterval[]
  odometer: number | null
  onOpen: (itemId: number) => void
  onDone: ((line: ScheduleInterval) => void) | undefined
}

/** In percent, so that the columns of the three tables are aligned. */
const WIDTHS = ['30%', '17%', '14%', '14%', '16%', '9%']

/** Intervals as a table for desktops. */
export function IntervalTable({ label, lines, ...rest }: IntervalListProps) {
  const t = useTexts('schedules')
  const headers = [
    t('schedules:grid.service'),
    t('schedules:grid.interval'),
    t('schedules:grid.lastDone'),
    t('schedules:grid.dueAt'),
    t('schedules:grid.state'),
    ...(rest.onDone ? [t('schedules:grid.act')] : []),
  ]
  return (
    <Box component="table" aria-label={label} sx={tableStyles}>
      <thead>
        <tr>
          {headers.map((header, i) => (
            <Box component="th" scope="col" key={header} sx={{ width: WIDTHS[i] }}>
              {header}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Row key={line.item_id} line={line} {...rest} />
        ))}
      </tbody>
    </Box>
  )
}

function Row({
  line,
  odometer,
  onOpen,
  onDone,
}: Omit<IntervalListProps, 'label' | 'lines'> & { line: ScheduleInterval }) {
  const t = useTexts('schedules', 'intervals')
  const format = useFormat()
  const textOf = useIntervalText()
  const names = useServiceNames()(line)
  const last = lastCycleOf(line)
  const left = distanceLeft(line, odometer)
  return (
    <tr>
      <Box component="th" scope="row">
        <Link
          component="button"
          type="button"
          aria-label={`${names}: ${textOf(line)}`}
          sx={{ textAlign: 'start', fontWeight: 600, py: 0.5 }}
          onClick={() => onOpen(line.item_id)}
        >
          {names}
        </Link>
      </Box>
      <td>{textOf(line)}</td>
      <td>
        <Lines
          first={last ? format.date(last.day) : t('schedules:grid.never')}
          second={last?.odometer == null ? null : format.distance(last.odometer, line.unit)}
        />
      </td>
      <td>
        <Lines
          first={line.due_at === null ? format.date(line.due_date) : format.distance(line.due_at, line.unit)}
          second={line.due_at !== null && line.due_date !== null ? format.date(line.due_date) : null}
        />
      </td>
      <td>
        <IntervalTag tag={line.tag} />
        {left !== null && (
          <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.25 }}>
            {t(left < 0 ? 'intervals:over' : 'intervals:left', {
              distance: format.distance(Math.abs(left), line.unit),
            })}
          </Typography>
        )}
      </td>
      {onDone && (
        <td>
          <Button
            size="small"
            aria-label={t('schedules:grid.doneOf', { service: names })}
            sx={{ ml: -1, minHeight: 36 }}
            onClick={() => onDone(line)}
          >
            {t('schedules:grid.done')}
          </Button>
        </td>
      )}
    </tr>
  )
}

function Lines({ first, second }: { first: string; second: string | null }) {
  return (
    <>
      {first}
      {second !== null && (
        <Typography component="div" variant="body2" sx={{ color: 'text.secondary' }}>
          {second}
        </Typography>
      )}
    </>
  )
}

const tableStyles = {
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  '& th, & td': {
    px: 2,
    py: 1,
    textAlign: 'start',
    verticalAlign: 'top',
    borderTop: 1,
    borderColor: 'divider',
    overflowWrap: 'anywhere',
  },
  '& thead th': { color: 'text.secondary', fontWeight: 500, py: 0.75 },
  '& tbody tr:hover': { bgcolor: 'action.hover' },
} as const
