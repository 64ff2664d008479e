import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BulkActionCheck, BulkActionInput } from '#contract/vehicles/bulk-actions.ts'
import { QUICK_FILTER_DELAY_MS } from '#domain/core/limits.ts'
import { type BulkActionName, isReversible } from '#domain/vehicles/bulk-action-rules.ts'
import { api } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { FormDialog } from '#src/ui/dialog/FormDialog.tsx'
import { ErrorAlert } from '#src/ui/feedback/ErrorAlert.tsx'
import { previewQuery } from './bulk-actions.queries.ts'
import { setCurrentAction } from './current-action.ts'
import { nounOf } from './noun-of.ts'
import { PlannedBookings } from './PlannedBookings.tsx'
import { ReasonList } from './ReasonList.tsx'

interface PreviewDialogProps {
  action: BulkActionName
  /** Null: something is missing. */
  input: BulkActionInput | null
  onClose: () => void
  onStarted: () => void
  /** Takes a vehicle out of a booking. */
  onTakeOut?: ((vehicleId: number) => void) | undefined
  /** The fields of the action. */
  children: ReactNode
}

/** Asks for the value of an action, shows what it will do, and starts it. */
export function PreviewDialog({
  action,
  input,
  onClose,
  onStarted,
  onTakeOut,
  children,
}: PreviewDialogProps) {
  const t = useTexts('bulk-actions')
  const format = useFormat()
  const failureText = useFailureText()
  const { fleet } = useSession()
  // One request when typing pauses, instead of one for each letter.
  const settled = useDelayed(input, QUICK_FILTER_DELAY_MS)
  const preview = useQuery(previewQuery(settled))
  const isCurrent = JSON.stringify(settled) === JSON.stringify(input)
  const possible = isCurrent ? preview.data?.possible : undefined
  const start = useWrite({
    call: (sent: BulkActionInput, { key }) => api.bulkActions.create(sent, { context: { key } }),
    onSaved: ({ id }) => {
      setCurrentAction(fleet.id, id)
      onStarted()
    },
  })
  const problem = start.failure ?? (preview.error ? toFailure(preview.error) : undefined)
  const context = nounOf(action)
  const number = format.number(possible ?? 0)
  const confirm = () => possible && input && void start.run(input)
  return (
    <FormDialog
      title={t(`bulk-actions:action.${action}`)}
      submitLabel={
        possible
          ? t('bulk-actions:confirm', {
              context: isReversible(action) ? context : 'cancel',
              count: possible,
              number,
            })
          : t(`bulk-actions:action.${action}`)
      }
      color={isReversible(action) ? 'primary' : 'error'}
      // Beside the confirmation of a cancellation, "Cancel" would say both.
      {...(!isReversible(action) && { cancelLabel: t('bulk-actions:keep') })}
      isBusy={start.isBusy}
      disabledReason={
        (input === null && t('bulk-actions:preview.missing')) ||
        (possible === undefined && t('bulk-actions:preview.loading', { context })) ||
        (possible === 0 && t('bulk-actions:preview.nothing', { context }))
      }
      onSubmit={confirm}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        {children}
        {problem && <ErrorAlert message={failureText(problem)} />}
        <Stack role="status" sx={{ gap: 0.5 }}>
          {possible === undefined
            ? input !== null &&
              !problem && (
                <Typography sx={{ color: 'text.secondary' }}>
                  {t('bulk-actions:preview.loading', { context })}
                </Typography>
              )
            : preview.data && <Preview {...{ action, onTakeOut }} preview={preview.data} />}
        </Stack>
      </Stack>
    </FormDialog>
  )
}

interface PreviewProps extends Pick<PreviewDialogProps, 'action' | 'onTakeOut'> {
  preview: BulkActionCheck
}

function Preview({ action, preview, onTakeOut }: PreviewProps) {
  const t = useTexts('bulk-actions')
  const { number } = useFormat()
  const { possible, bookings, far, time_zone: timeZone } = preview
  const context = nounOf(action)
  return (
    <>
      <Typography sx={{ fontWeight: 650 }}>
        {possible === 0
          ? t('bulk-actions:preview.nothing', { context })
          : t('bulk-actions:preview.possible', { context, count: possible, number: number(possible) })}
      </Typography>
      {timeZone !== null && bookings.length > 0 && (
        <PlannedBookings {...{ bookings, far, timeZone, onTakeOut }} total={possible} />
      )}
      <ReasonList action={action} outcome={preview} />
    </>
  )
}
