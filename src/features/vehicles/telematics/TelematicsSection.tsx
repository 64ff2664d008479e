import BatteryAlert from '@mui/icons-material/BatteryAlertOutlined'
import BatteryFull from '@mui/icons-material/BatteryFullOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Science from '@mui/icons-material/ScienceOutlined'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { NO_ENGINE_OIL, type TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { type BatteryLabel, batteryLabel, batteryPercent } from './battery.ts'
import { FaultList } from './parts/FaultList.tsx'
import { Gauge } from './parts/Gauge.tsx'
import { TireDiagram } from './parts/TireDiagram.tsx'
import { ReadingGauges } from './ReadingGauges.tsx'

/** Number of fault codes shown without opening the full list (TEL-012). */
const FAULTS_SHOWN = 10

type Faults = TelematicsSnapshot['fault_codes']

interface TelematicsSectionProps {
  /** Undefined: none on this device. */
  readings: TelematicsSnapshot | undefined
  /** Renders the link to a service request with these codes (TEL-031). */
  schedule: (codes: { id: string; name: string }[]) => ReactNode
}

/** The last readings that the vehicle sent (TEL-003..013). */
export function TelematicsSection({ readings, schedule }: TelematicsSectionProps) {
  const t = useTexts('telematics')
  const format = useFormat()
  if (!readings)
    return (
      <Section title={t('telematics:title')}>
        <EmptyState title={t('telematics:empty.title')} message={t('telematics:empty.message')} />
      </Section>
    )
  const { engine_oil: oil, tires, fault_codes: faults } = readings
  return (
    <Section
      title={t('telematics:title')}
      actions={
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          {readings.is_simulated && (
            <StatusChip tone="info" icon={<Science />} label={t('telematics:simulated.chip')} />
          )}
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {t('telematics:readAt', { age: format.age(readings.read_at) })}
          </Typography>
        </Stack>
      }
    >
      <Columns min={230} gap={3}>
        <Stack sx={{ gap: 3 }}>
          <ReadingGauges readings={readings} />
          <Box>
            <Typography variant="h3" sx={{ mb: 1 }}>
              {t('telematics:tires.title')}
            </Typography>
            <TireDiagram tires={tires} />
          </Box>
        </Stack>
        <Stack sx={{ gap: 3 }}>
          <Gauge label={t('telematics:oil.title')} percent={oil.percent}>
            {oil.last_updated_at && (
              <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                {t('telematics:oil.updated', { time: format.dateTime(oil.last_updated_at) })}
              </Typography>
            )}
            {oil.errors.map((error) => (
              <Typography key={error} variant="body2" sx={{ color: 'error.main' }}>
                {error === NO_ENGINE_OIL ? t('telematics:oil.none') : error}
              </Typography>
            ))}
          </Gauge>
          <Battery battery={readings.battery_life} />
        </Stack>
        <FaultsPart faults={faults} schedule={schedule} />
      </Columns>
    </Section>
  )
}

function Battery({ battery }: { battery: TelematicsSnapshot['battery_life'] }) {
  const t = useTexts('telematics')
  const format = useFormat()
  const { volts } = battery
  if (volts === null) return <Gauge label={t('telematics:battery.title')} percent={null} />
  const percent = batteryPercent(volts)
  return (
    <Gauge
      label={t('telematics:battery.title')}
      percent={percent}
      reading={t('telematics:battery.volts', { volts: format.number(volts) })}
      chip={<BatteryChip label={batteryLabel(percent)} />}
    >
      {battery.last_updated_at && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('telematics:oil.updated', { time: format.dateTime(battery.last_updated_at) })}
        </Typography>
      )}
    </Gauge>
  )
}

function BatteryChip({ label }: { label: BatteryLabel }) {
  const t = useTexts('telematics')
  if (label === 'replace')
    return <StatusChip tone="danger" icon={<ErrorOutlined />} label={t('telematics:battery.replace')} />
  if (label === 'charge')
    return <StatusChip tone="warning" icon={<BatteryAlert />} label={t('telematics:battery.charge')} />
  return <StatusChip tone="success" icon={<BatteryFull />} label={t('telematics:battery.good')} />
}

interface FaultsPartProps extends Pick<TelematicsSectionProps, 'schedule'> {
  faults: Faults
}

function FaultsPart({ faults, schedule }: FaultsPartProps) {
  const t = useTexts('telematics')
  const [isOpen, setOpen] = useState(false)
  return (
    // A separate row: ten codes next to the tires would leave half of the section empty.
    <Box sx={{ gridColumn: '1 / -1' }}>
      <Typography variant="h3">{t('telematics:faults.title')}</Typography>
      {faults.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('telematics:faults.none')}
        </Typography>
      )}
      <FaultList faults={faults.slice(0, FAULTS_SHOWN)} columns={2} />
      {faults.length > FAULTS_SHOWN && (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('telematics:faults.all', { count: faults.length })}
        </Button>
      )}
      {faults.length > 0 && schedule(codesOf(faults.slice(0, FAULTS_SHOWN)))}
      <ResponsiveDialog open={isOpen} onClose={() => setOpen(false)} title={t('telematics:faults.title')}>
        <FaultList faults={faults} />
      </ResponsiveDialog>
    </Box>
  )
}

/** Each code once, as a service request includes them (TEL-031). */
const codesOf = (faults: Faults) =>
  [...new Map(faults.map(({ id, diagnostic }) => [id, diagnostic.name]))].map(([id, name]) => ({ id, name }))
