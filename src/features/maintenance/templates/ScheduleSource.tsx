import Link from '@mui/icons-material/Link'
import LinkOff from '@mui/icons-material/LinkOff'
import Button from '@mui/material/Button'
import { useState } from 'react'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { api } from '#src/api/client.ts'
import { useRefreshSchedule } from '#src/features/maintenance/schedules/useRefreshSchedule.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { ScheduleEditor } from './ScheduleEditor.tsx'

interface ScheduleSourceProps {
  schedule: VehicleSchedule
  canEdit: boolean
}

/**
 * Shows whether a vehicle's schedule follows its class or is its own, and lets the user link it to the class again
 * (ruling 22).
 */
export function ScheduleSource({ schedule, canEdit }: ScheduleSourceProps) {
  const t = useTexts('templates')
  const isOnline = useOnline()
  const [open, setOpen] = useState<'editor' | 'link' | null>(null)
  // Copies cached by an earlier build lack the field; then all schedules followed the class.
  const follows = schedule.follows_class !== false
  const offline = !isOnline && t('templates:offline')

  return (
    <Stack
      direction="row"
      sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', '& button': { minHeight: 44 } }}
    >
      {follows ? <Link aria-hidden /> : <LinkOff aria-hidden />}
      <Typography sx={{ flex: '1 1 220px' }}>
        {follows
          ? t('templates:follows', { name: t(`templates:class.${schedule.duty_class}`) })
          : t('templates:followsNot')}
      </Typography>
      {canEdit && (
        <>
          <ActionButton disabledReason={offline} onClick={() => setOpen('link')}>
            {t(follows ? 'templates:otherClass' : 'templates:link')}
          </ActionButton>
          <Button onClick={() => setOpen('editor')}>{t('templates:editVehicle')}</Button>
        </>
      )}
      {open === 'editor' && <VehicleEditor schedule={schedule} onClose={() => setOpen(null)} />}
      {open === 'link' && <LinkDialog schedule={schedule} onClose={() => setOpen(null)} />}
    </Stack>
  )
}

function VehicleEditor({ schedule, onClose }: { schedule: VehicleSchedule; onClose: () => void }) {
  const t = useTexts('templates')
  const { vehicle_id, duty_class } = schedule
  const refresh = useRefreshSchedule(vehicle_id)
  const isOwn = schedule.follows_class === false
  return (
    <ScheduleEditor
      draftName={`vehicle:${vehicle_id}`}
      title={t('templates:vehicle.title')}
      lead={t(isOwn ? 'templates:vehicle.leadOwn' : 'templates:vehicle.lead')}
      items={schedule.items.filter(({ is_own }) => !is_own)}
      unit={schedule.unit}
      revision={schedule.revision}
      onSave={({ items, revision }) =>
        api.templates.ofVehicle({
          vehicle_id,
          duty_class,
          items,
          ...(revision !== undefined && { revision }),
        })
      }
      refresh={refresh}
      onClose={onClose}
    />
  )
}
