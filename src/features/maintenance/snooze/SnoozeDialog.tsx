import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SNOOZE_WEEKS } from '#contract/maintenance/reminders.ts'
import { addDays } from '#domain/core/days.ts'
import { queries } from '#src/api/client.ts'
import { SnoozeEffect } from '#src/features/vehicles/snooze-effect/SnoozeEffect.tsx'
import { useSubmitCommand } from '#src/forms/useSubmitCommand.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'

/** The first choice has no number, so it snoozes nothing (SVC-053). */
const REMIND = 'remind_me'

interface SnoozeDialogProps {
  vehicleId: number
  vehicle: string
  /** Date until which reminders are already snoozed. */
  until: string | null
  onClose: () => void
}

/** The date until which the reminders of a vehicle are snoozed. */
const snoozedQuery = (vehicleId: number) =>
  queries.reminders.snoozedDates.queryOptions({
    input: { vehicle_ids: String(vehicleId) },
    retry: false,
    staleTime: 0,
  })

/** Snoozes the reminders of a vehicle, also offline (SVC-051 to SVC-056). Says what that covers (SVC-110). */
export function SnoozeDialog({ vehicleId, vehicle, until, onClose }: SnoozeDialogProps) {
  const t = useTexts('schedules')
  const format = useFormat()
  const { submit, isBusy } = useSubmitCommand()
  const toast = useToast()
  const client = useQueryClient()
  const [choice, setChoice] = useState<string>(REMIND)
  const from = format.dayOf(Date.now())
  const weeks = Number.parseInt(choice, 10)
  const stays = until !== null && t('schedules:snooze.staysUntil', { date: format.date(until) })

  async function confirm() {
    if (!/\d/.test(choice)) {
      toast('info', stays || t('schedules:snooze.notSnoozed'))
      return onClose()
    }
    const lastDay = addDays(from, weeks * 7)
    const payload = { vehicle_id: vehicleId, snooze: choice, from }
    const successText = () => t('schedules:snooze.done', { date: format.date(lastDay) })
    const end = await submit({ kind: 'snooze.create', payload }, { successText })
    // Required by SVC-055; the lists read the local copies (decision 79).
    if (end === 'sent') void client.fetchQuery(snoozedQuery(vehicleId)).catch(() => {})
    if (end) onClose()
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
      {/* A choice after the save has begun would be lost when the dialog closes. */}
      <Stack inert={isBusy}>
        <SelectInput
          label={t('schedules:snooze.label')}
          name="snooze"
          required
          help={choice === REMIND ? stays || t('schedules:snooze.remindHelp') : undefined}
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
      </Stack>
      {choice !== REMIND && (
        <SnoozeEffect vehicleIds={[vehicleId]} vehicle={vehicle} from={from} weeks={weeks} />
      )}
    </ResponsiveDialog>
  )
}
