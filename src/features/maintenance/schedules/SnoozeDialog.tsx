import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, todayHere } from '#contract/core/days.ts'
import { SNOOZE_WEEKS } from '#contract/maintenance/reminders.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { newId } from '#src/offline/ids.ts'
import { useOffline } from '#src/session/useOffline.ts'
import { whenSettled } from '#src/session/when-settled.ts'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { snoozedKey, snoozedQuery } from './schedules.queries.ts'

/** The first choice: no number in it, so it puts nothing off (SVC-053). */
const REMIND = 'remind_me'

/** Puts the reminders of a vehicle off, without signal too (SVC-051 to SVC-056). */
export function SnoozeDialog({ vehicleId, onClose }: { vehicleId: number; onClose: () => void }) {
  const t = useTexts('schedules')
  const format = useFormat()
  const toast = useToast()
  const { outbox } = useOffline()
  const client = useQueryClient()
  const [choice, setChoice] = useState<string>(REMIND)
  const [isBusy, setBusy] = useState(false)

  async function confirm() {
    if (!/\d/.test(choice)) return onClose()
    setBusy(true)
    const from = todayHere()
    try {
      const payload = { vehicle_id: vehicleId, snooze: choice, from }
      const { opId } = await outbox.enqueue({ kind: 'snooze.create', id: newId(), payload })
      const { end } = await whenSettled(outbox, opId)
      if (end === 'sent') {
        // Asked for also where no list shows them now (SVC-055).
        await client.invalidateQueries({ queryKey: snoozedKey() })
        void client.fetchQuery(snoozedQuery([vehicleId])).catch(() => {})
      }
      if (end === 'refused') {
        toast('danger', t('schedules:marked.refused'))
        return onClose()
      }
      const until = addDays(from, Number.parseInt(choice, 10) * 7)
      toast('success', t('schedules:snooze.done', { date: format.date(until) }))
      onClose()
    } catch (error) {
      console.error('A snooze could not be kept', error)
      toast('danger', t('schedules:snooze.failed'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <ResponsiveDialog
      open
      width="xs"
      title={t('schedules:snooze.title')}
      onClose={onClose}
      onSubmit={() => void confirm()}
      actions={
        <Button type="submit" variant="contained" disabled={isBusy} sx={{ minHeight: 44 }}>
          {t('schedules:snooze.confirm')}
        </Button>
      }
    >
      <SelectInput
        label={t('schedules:snooze.label')}
        name="snooze"
        empty={null}
        value={choice}
        onChange={(next) => next && setChoice(next)}
        options={[
          { value: REMIND, label: t('schedules:snooze.remind') },
          ...SNOOZE_WEEKS.map((weeks) => ({
            value: `${weeks} ${weeks === 1 ? 'week' : 'weeks'}`,
            label: t('schedules:snooze.after', { count: weeks }),
          })),
        ]}
      />
    </ResponsiveDialog>
  )
}
