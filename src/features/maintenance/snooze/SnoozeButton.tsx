import Snooze from '@mui/icons-material/Snooze'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { SnoozeDialog } from './SnoozeDialog.tsx'

interface SnoozeButtonProps {
  vehicleId: number
  vehicle: string
  /** Date until which reminders are already snoozed. */
  until: string | null
  /** In a column that says what the date means. */
  isCell?: boolean
}

/** Snoozes the reminders of one vehicle, and shows until when they are snoozed (SVC-057). */
export function SnoozeButton({ vehicleId, vehicle, until, isCell = false }: SnoozeButtonProps) {
  const t = useTexts('schedules')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const date = until ? format.date(until) : null
  return (
    <>
      <Button
        startIcon={<Snooze />}
        aria-label={
          date ? t('schedules:snooze.ofSnoozed', { vehicle, date }) : t('schedules:snooze.of', { vehicle })
        }
        onClick={() => setOpen(true)}
        sx={{ minHeight: 44 }}
      >
        {date === null && t('schedules:snooze.open')}
        {date !== null && (isCell ? date : t('common:snoozedUntil', { date }))}
      </Button>
      {isOpen && (
        <SnoozeDialog vehicleId={vehicleId} vehicle={vehicle} until={until} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
