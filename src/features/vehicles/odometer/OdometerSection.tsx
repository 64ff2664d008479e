import Schedule from '@mui/icons-material/AccessTimeOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Speed from '@mui/icons-material/Speed'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { DistanceUnit } from '#contract/core/fields.ts'
import type { OdometerReading } from '#contract/vehicles/odometer.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { can } from '#domain/access/permissions.ts'
import { localToday } from '#domain/core/days.ts'
import { SHORT_GRID_PAGE } from '#domain/core/limits.ts'
import { averageDailyUse, projectedReading } from '#domain/maintenance/daily-use.ts'
import { dueInputOf } from '#domain/maintenance/schedule-rules.ts'
import { convertDistance } from '#domain/vehicles/odometer-rules.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useFirstLoad } from '#src/local-data/useFirstLoad.ts'
import { useLive } from '#src/local-data/useLive.ts'
import { useLoadedAt, useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { ReadingDialog } from './ReadingDialog.tsx'
import { useReadingLog } from './useReadingLog.ts'
import { VoidDialog } from './VoidDialog.tsx'

const SHOWN = SHORT_GRID_PAGE
const DAYS_PER_MONTH = 365.25 / 12

/** The odometer log of a vehicle (ruling 20). A reading takes two taps, also offline. */
export function OdometerSection({ vehicle }: { vehicle: Vehicle }) {
  const t = useTexts('odometer', 'vehicles')
  const format = useFormat()
  const schedule = useLocalRows(['schedule', vehicle.id], (cache) => cache.scheduleOf(vehicle.id))
  const loadedAt = useLoadedAt()
  const waiting = new Set(useLive(useOffline().outbox.entries)?.map(({ entityId }) => entityId))
  const firstLoad = useFirstLoad()
  const [isEntering, setEntering] = useState(false)
  const [voiding, setVoiding] = useState<OdometerReading | null>(null)
  const [isWhole, setWhole] = useState(false)
  const input = schedule && dueInputOf(schedule)
  const use = input && averageDailyUse(input.readings, input.unit, format.dayOf(Date.now()))
  const log = useReadingLog(vehicle.id, schedule?.readings ?? [])
  const { readings } = log
  const shown = isWhole ? readings : readings.slice(0, SHOWN)
  return (
    <Section
      title={t('odometer:title')}
      actions={
        <Button
          variant="outlined"
          startIcon={<Speed />}
          sx={{ minHeight: 44 }}
          onClick={() => setEntering(true)}
        >
          {t('odometer:enter')}
        </Button>
      }
    >
      {use != null && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
          {t('odometer:use', {
            distance: format.distance(Math.round(use * DAYS_PER_MONTH), vehicle.odometer_units),
          })}
        </Typography>
      )}
      {readings.length === 0 && (
        <ListStates
          {...firstLoad}
          total={schedule || loadedAt ? 0 : undefined}
          rows={3}
          rowHeight={44}
          empty={<Typography variant="body2">{t('odometer:empty')}</Typography>}
        >
          {null}
        </ListStates>
      )}
      <ul aria-label={t('odometer:title')}>
        {shown.map((reading) => (
          <ReadingItem
            key={reading.id}
            reading={reading}
            unit={vehicle.odometer_units}
            isWaiting={waiting.has(reading.id)}
            onVoid={() => setVoiding(reading)}
          />
        ))}
      </ul>
      {!isWhole && readings.length > SHOWN && (
        <Button sx={{ minHeight: 44 }} onClick={() => setWhole(true)}>
          {t('odometer:all', { count: readings.length })}
        </Button>
      )}
      {isWhole && log.hasMore && <MoreReadings {...log} />}
      {isEntering && (
        <ReadingDialog
          vehicleId={vehicle.id}
          unit={vehicle.odometer_units}
          projected={input ? projectedReading(input, localToday()) : vehicle.odometer}
          readings={schedule?.readings ?? []}
          onClose={() => setEntering(false)}
        />
      )}
      {voiding && <VoidDialog reading={voiding} onClose={() => setVoiding(null)} />}
    </Section>
  )
}

/** Loads older readings, which only the server has. */
function MoreReadings({
  isLoading,
  hasFailed,
  showMore,
}: Omit<ReturnType<typeof useReadingLog>, 'readings'>) {
  const t = useTexts('odometer')
  const isOnline = useOnline()
  return (
    <>
      {hasFailed && <Typography variant="body2">{t('odometer:more.failed')}</Typography>}
      <ActionButton
        sx={{ minHeight: 44 }}
        loading={isLoading}
        disabledReason={!isOnline && t('odometer:more.offline')}
        onClick={showMore}
      >
        {t('odometer:more.act')}
      </ActionButton>
    </>
  )
}

interface ReadingItemProps {
  reading: OdometerReading
  /** The unit to show it in. */
  unit: DistanceUnit
  /** Only on this device so far. */
  isWaiting: boolean
  onVoid: () => void
}

function ReadingItem({ reading, unit, isWaiting, onVoid }: ReadingItemProps) {
  const t = useTexts('odometer', 'vehicles')
  const format = useFormat()
  const { user } = useSession()
  return (
    <Box component="li" sx={{ py: 0.75, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', minHeight: 44 }}>
        <Box sx={{ flex: 1, minWidth: 160 }}>
          <Typography
            sx={{
              fontWeight: 600,
              textDecoration: reading.void_reason === null ? 'none' : 'line-through',
            }}
          >
            {format.distance(convertDistance(reading.value, reading.unit, unit), unit)}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {[format.date(reading.read_on), t(`odometer:source.${reading.source}`), reading.user_name]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
          {reading.void_reason !== null && (
            <Typography variant="body2">{t('odometer:voided', { reason: reading.void_reason })}</Typography>
          )}
        </Box>
        {isWaiting && <StatusChip tone="info" icon={<Schedule />} label={t('vehicles:waiting.here')} />}
        {reading.is_doubtful && reading.void_reason === null && (
          <StatusChip tone="warning" icon={<ErrorOutlined />} label={t('odometer:doubtful')} />
        )}
        {isVoidable(reading) && can(user, 'odometer.void') && (
          <Button sx={{ minHeight: 44 }} onClick={onVoid}>
            {t('odometer:void.act')}
          </Button>
        )}
      </Stack>
    </Box>
  )
}

/** Readings of manual histories are corrected in those records; an order's cannot be corrected (APR-070). */
const isVoidable = ({ source, void_reason }: OdometerReading) => void_reason === null && source !== 'history'
