import BarChartIcon from '@mui/icons-material/BarChartOutlined'
import TableRows from '@mui/icons-material/TableRowsOutlined'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { chartHeight } from './chart-height.ts'

interface ChartSectionProps {
  title: string
  /** The chart in one sentence: shown under it, and its accessible name. */
  summary: string
  /** Shows sample data, with a label over the chart (DSH-010). */
  isSample: boolean
  chart: ReactNode
  /** The same data, or the rows with the highest values, as an accessible table. */
  table: ReactNode
}

/** A chart with a summary sentence and a button that shows its table. Its height is constant. */
export function ChartSection({ title, summary, isSample, chart, table }: ChartSectionProps) {
  const t = useTexts('charts')
  const [isTable, setTable] = useState(false)
  return (
    <Section
      title={title}
      actions={
        !isSample && (
          <Button
            size="small"
            startIcon={isTable ? <BarChartIcon /> : <TableRows />}
            aria-label={`${isTable ? t('charts:asChart') : t('charts:asTable')}: ${title}`}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? t('charts:asChart') : t('charts:asTable')}
          </Button>
        )
      }
    >
      {isTable && !isSample ? (
        // A scrolling area must be reachable by keyboard.
        <Box sx={{ height: chartHeight, overflowY: 'auto' }} tabIndex={0} role="group" aria-label={title}>
          {table}
        </Box>
      ) : (
        <Box component="figure" aria-label={summary} sx={{ m: 0, height: chartHeight, position: 'relative' }}>
          <Box sx={isSample ? faded : undefined} aria-hidden={isSample}>
            {chart}
          </Box>
          {isSample && (
            <Typography component="span" sx={stamp}>
              {t('charts:sample')}
            </Typography>
          )}
        </Box>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary', minHeight: '2.9em' }}>
        {summary}
      </Typography>
    </Section>
  )
}

const faded = { opacity: 0.35, filter: 'grayscale(1)', pointerEvents: 'none' } as const

const stamp = {
  position: 'absolute',
  top: '42%',
  left: '50%',
  transform: 'translate(-50%, -50%) rotate(-8deg)',
  px: 2,
  py: 0.5,
  border: 2,
  borderColor: 'text.primary',
  borderRadius: 1,
  bgcolor: 'background.paper',
  fontWeight: 700,
  letterSpacing: '0.08em',
  textTransform: 'uppercase',
} as const
