import ReportProblem from '@mui/icons-material/ReportProblemOutlined'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useState } from 'react'
import type { Recall } from '#contract/vehicles/recalls.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { VirtualList } from '#src/ui/list/VirtualList.tsx'
import { vehicleName } from '../vehicles/vehicle-name.ts'
import type { RecallRow } from './recall-rows.ts'

/** Vehicles per recall that show without expanding. */
const VEHICLES_SHOWN = 6

/** Recalls with their subject and the vehicles that may be affected (DSH-037, DSH-039). */
export function RecallList({ rows }: { rows: readonly RecallRow[] }) {
  const t = useTexts('recalls')
  return (
    <VirtualList
      label={t('recalls:label')}
      items={rows}
      getKey={({ key }) => key}
      estimateHeight={220}
      gap={12}
      renderItem={(row) => <RecallCard row={row} />}
    />
  )
}

function RecallCard({ row: { recall, vehicles } }: { row: RecallRow }) {
  const t = useTexts('recalls')
  const format = useFormat()
  const isFrench = format.language === 'fr'
  const facts = [
    t(`recalls:source.${recall.source}`),
    recall.campaign,
    recall.reported_on && format.date(recall.reported_on),
  ]
  return (
    <Paper variant="outlined" component="article" sx={{ p: 2, display: 'grid', gap: 1 }}>
      <Stack direction="row" sx={{ gap: 1, justifyContent: 'space-between', flexWrap: 'wrap' }}>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {(isFrench && recall.component_fr) || recall.component}
        </Typography>
        {recall.is_urgent && (
          <StatusChip tone="danger" icon={<ReportProblem />} label={t('recalls:urgentChip')} />
        )}
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {facts.filter(Boolean).join(' · ')}
      </Typography>
      <RecallText recall={recall} isFrench={isFrench} />
      <AffectedVehicles vehicles={vehicles} />
    </Paper>
  )
}

/** The authority's text. Names its language if it differs from the user's. */
function RecallText({ recall, isFrench }: { recall: Recall; isFrench: boolean }) {
  const summary = (isFrench && recall.summary_fr) || recall.summary
  const english = isFrench ? { lang: 'en' } : {}
  return (
    <>
      {summary && <Typography {...(isFrench && recall.summary_fr ? {} : english)}>{summary}</Typography>}
      {[recall.consequence, recall.remedy].map(
        (text) =>
          text && (
            <Typography key={text} variant="body2" {...english}>
              {text}
            </Typography>
          ),
      )}
    </>
  )
}

function AffectedVehicles({ vehicles }: { vehicles: readonly Vehicle[] }) {
  const t = useTexts('recalls')
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? vehicles : vehicles.slice(0, VEHICLES_SHOWN)
  return (
    <Stack direction="row" sx={{ columnGap: 2, rowGap: 0.5, flexWrap: 'wrap', alignItems: 'center' }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {t('recalls:vehicles', { count: vehicles.length })}
      </Typography>
      {shown.map((vehicle) => (
        <Box key={vehicle.id} component="span">
          <TextLink
            to="/vehicles/$vehicleId"
            params={{ vehicleId: String(vehicle.id) }}
            sx={{ display: 'inline-block', py: 0.5 }}
          >
            {vehicleName(vehicle)}
          </TextLink>
        </Box>
      ))}
      {shown.length < vehicles.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          {t('recalls:all', { count: vehicles.length })}
        </Button>
      )}
    </Stack>
  )
}
