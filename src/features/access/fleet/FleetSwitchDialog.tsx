import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useWaitingText } from '#src/i18n/useWaitingText.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { totalUnsent, type UnsentCount } from '#src/offline/model/unsent-count.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { type FleetSwitchRequest, requestFleetSwitch } from './switch-store.ts'
import { useSwitchFleet } from './useSwitchFleet.ts'

/** Switches to another fleet at once if nothing is waiting here; otherwise asks what to do with the waiting entries. */
export function FleetSwitchDialog({ request }: { request: FleetSwitchRequest }) {
  const t = useTexts('fleet')
  const { fleet } = useSession()
  const { outbox } = useOffline()
  const failureText = useFailureText()
  const isOnline = useOnline()
  const switching = useSwitchFleet()
  const counted = useQuery({
    queryKey: ['waiting-before-switch', request.fleetId],
    queryFn: () => outbox.unsentCount(),
    gcTime: 0,
    staleTime: 0,
  })
  const { data: waiting, refetch } = counted
  const { run, isBusy, isDone, failure } = switching
  const send = useMutation({
    mutationFn: async () => {
      await outbox.retry()
      await outbox.flushNow()
    },
    onSuccess: () => refetch(),
  })

  const isFree =
    waiting !== undefined && totalUnsent(waiting) === 0 && isOnline && !isBusy && !isDone && !failure
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is a new function in each render
  useEffect(() => {
    if (isFree) void run(request)
  }, [isFree, request])

  const stay = () => requestFleetSwitch(undefined)
  const isSwitching = isBusy || isDone
  return (
    <ResponsiveDialog
      open
      title={t('fleet:switch.title', { name: request.name })}
      onClose={isSwitching ? undefined : stay}
      width="xs"
    >
      <Stack sx={{ gap: 2 }}>
        {(isSwitching || isFree || counted.isPending) && (
          <div role="status">
            <Typography>{t('fleet:switch.under_way', { name: request.name })}</Typography>
            <LinearProgress aria-hidden sx={{ mt: 1.5, borderRadius: 1 }} />
          </div>
        )}
        {!isOnline && <AlertBox type="notice" message={t('fleet:switch.offline')} />}
        {counted.isLoadingError && (
          <AlertBox type="error" message={t('fleet:switch.uncounted', { name: fleet.name })} />
        )}
        {failure && (
          <AlertBox
            type="error"
            message={
              failure.code === 'not_found'
                ? t('fleet:switch.denied', { name: request.name })
                : failureText(failure)
            }
          />
        )}
        {waiting !== undefined && totalUnsent(waiting) > 0 && !isSwitching && (
          <Waiting
            held={waiting}
            here={fleet.name}
            isOnline={isOnline}
            isSending={send.isPending}
            hasTried={send.isSuccess || send.isError}
            onSend={() => send.mutate()}
            onKeepEntries={() => void run(request)}
          />
        )}
        {!isSwitching && (
          <Button variant="outlined" onClick={stay}>
            {t('fleet:switch.stay', { name: fleet.name })}
          </Button>
        )}
      </Stack>
    </ResponsiveDialog>
  )
}

interface WaitingProps {
  held: UnsentCount
  here: string
  isOnline: boolean
  isSending: boolean
  hasTried: boolean
  onSend: () => void
  onKeepEntries: () => void
}

function Waiting({ held, here, isOnline, isSending, hasTried, onSend, onKeepEntries }: WaitingProps) {
  const t = useTexts('fleet')
  const textOf = useWaitingText()
  const count = totalUnsent(held)
  const reason = !isOnline && t('fleet:switch.offline')
  return (
    <>
      <div>
        <Typography sx={{ fontWeight: 650 }}>
          {t('fleet:switch.waiting', { count, held: textOf(held), name: here })}
        </Typography>
        <Typography sx={{ color: 'text.secondary' }}>
          {t('fleet:switch.waitingHelp', { count, name: here })}
        </Typography>
      </div>
      {hasTried && !isSending && <AlertBox type="notice" message={t('fleet:switch.notSent')} />}
      <ActionButton variant="contained" loading={isSending} disabledReason={reason} onClick={onSend}>
        {t('fleet:switch.send')}
      </ActionButton>
      <ActionButton variant="outlined" disabledReason={reason} onClick={onKeepEntries}>
        {t('fleet:switch.keep', { count })}
      </ActionButton>
    </>
  )
}
