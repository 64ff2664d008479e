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
  until: string | undefined
}

/** Snoozes the reminders of one vehicle, and shows until when they are snoozed (SVC-057). */
export function SnoozeButton({ vehicleId, vehicle, until }: SnoozeButtonProps) {
  const t = useTexts('schedules')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        startIcon={<Snooze />}
        aria-label={t('schedules:snooze.of', { vehicle })}
        onClick={() => setOpen(true)}
        sx={{ minHeight: 44 }}
      >
        {until ? format.date(until) : t('schedules:snooze.open')}
      </Button>
      {isOpen && <SnoozeDialog vehicleId={vehicleId} onClose={() => setOpen(false)} />}
    </>
  )
}
