import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { BulkActionCheck, BulkActionInput } from '#contract/vehicles/bulk-actions.ts'
import { QUICK_FILTER_DELAY_MS } from '#domain/core/limits.ts'
import { type BulkActionName, isReversible } from '#domain/vehicles/bulk-action-rules.ts'
import { api } from '#src/api/client.ts'
import { type ApiFailure, isTransient, toFailure } from '#src/api/failure.ts'
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
import { setCurrentAction, setUnconfirmedAction, useCurrentActions } from './current-action.ts'
import { namedAction, nounOf } from './noun-of.ts'
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
  /** The fields of the action, given the codes of those that the server rejects as they are now. */
  children: ReactNode | ((codes: ApiFailure['fields']) => ReactNode)
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
  const { preview, failure } = usePreview(input)
  const possible = preview?.possible
  const start = useStart(onStarted)
  const problem = (isSame(start.input, input) && start.failure) || failure
  const context = nounOf(action)
  const number = format.number(possible ?? 0)
  const named = namedAction(action)
  const confirm = () => possible && input && void start.run(input)
  const confirmText = (count: number) =>
    named
      ? t(`bulk-actions:confirmOf.${named}`, { count, number })
      : t('bulk-actions:confirm', { context: isReversible(action) ? context : 'cancel', count, number })
  return (
    <FormDialog
      title={t(`bulk-actions:action.${action}`)}
      submitLabel={possible ? confirmText(possible) : t(`bulk-actions:action.${action}`)}
      color={isReversible(action) ? 'primary' : 'error'}
      // Beside the confirmation of a cancellation, "Cancel" would say both.
      {...(!isReversible(action) && { cancelLabel: t('bulk-actions:keep') })}
      isBusy={start.isBusy}
      disabledReason={
        (input === null && t('bulk-actions:preview.missing')) ||
        (possible === undefined &&
          t(failure ? 'bulk-actions:preview.failed' : 'bulk-actions:preview.loading', { context })) ||
        (possible === 0 && t('bulk-actions:preview.nothing', { context }))
      }
      onSubmit={confirm}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        {typeof children === 'function' ? children(problem?.fields ?? {}) : children}
        {problem && <ErrorAlert message={failureText(problem)} />}
        <Stack role="status" sx={{ gap: 0.5 }}>
          {possible === undefined
            ? input !== null &&
              !problem && (
                <Typography sx={{ color: 'text.secondary' }}>
                  {t('bulk-actions:preview.loading', { context })}
                </Typography>
              )
            : preview && <Preview action={action} onTakeOut={onTakeOut} preview={preview} />}
        </Stack>
      </Stack>
    </FormDialog>
  )
}

/** Starts an action. `onStarted` is also called when one whose response was lost is found. */
function useStart(onStarted: () => void) {
  const { fleet } = useSession()
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const isFound = useCurrentActions(fleet.id).some((id) => id === unconfirmed)
  useEffect(() => {
    if (isFound) onStarted()
  }, [isFound, onStarted])
  return useWrite({
    async call(sent: BulkActionInput, { key }) {
      try {
        return await api.bulkActions.create({ ...sent, id: key }, { context: { key } })
      } catch (error) {
        if (isTransient(toFailure(error))) {
          setUnconfirmed(key)
          setUnconfirmedAction(fleet.id, key)
        }
        throw error
      }
    },
    onSaved: ({ id }) => {
      setCurrentAction(fleet.id, id)
      onStarted()
    },
  })
}

/** Returns what the action would do, and why the last check failed; nothing while the input is first checked. */
function usePreview(input: BulkActionInput | null): { preview?: BulkActionCheck; failure?: ApiFailure } {
  // One request when typing pauses, instead of one for each letter.
  const settled = useDelayed(input, QUICK_FILTER_DELAY_MS)
  const { data, error } = useQuery(previewQuery(settled))
  if (!isSame(settled, input)) return {}
  return { ...(data && { preview: data }), ...(error && { failure: toFailure(error) }) }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

interface PreviewProps extends Pick<PreviewDialogProps, 'action' | 'onTakeOut'> {
  preview: BulkActionCheck
}

function Preview({ action, preview, onTakeOut }: PreviewProps) {
  const t = useTexts('bulk-actions')
  const { number } = useFormat()
  const { possible, possible_items: items = [], open_orders: openOrders = 0 } = preview
  const { bookings, far, time_zone: timeZone } = preview
  const rest = possible - items.length
  const context = nounOf(action)
  return (
    <>
      <Typography sx={{ fontWeight: 650 }}>
        {possible === 0
          ? t('bulk-actions:preview.nothing', { context })
          : t('bulk-actions:preview.possible', { context, count: possible, number: number(possible) })}
      </Typography>
      {items.length > 0 && (
        <Typography>
          {items.map(({ id, name }) => name ?? `#${id}`).join(', ')}
          {rest > 0 && ` ${t('bulk-actions:more', { count: rest, number: number(rest) })}`}
        </Typography>
      )}
      {openOrders > 0 && (
        <Typography>
          {t('bulk-actions:preview.openOrders', { count: openOrders, number: number(openOrders) })}
        </Typography>
      )}
      {timeZone !== null && bookings.length > 0 && (
        <PlannedBookings
          bookings={bookings}
          far={far}
          timeZone={timeZone}
          onTakeOut={onTakeOut}
          total={possible}
        />
      )}
      <ReasonList action={action} outcome={preview} />
    </>
  )
}
