import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CurrentUser } from '#contract/access/session.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { createFinalReport } from '#src/device/unsent-report.ts'
import { deleteDraftFilesOf } from '#src/lib/drafts/draft-files.ts'
import { deleteDraftsOf } from '#src/lib/drafts/draft-storage.ts'
import { useOfflineState } from '#src/local-data/useOffline.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { totalUnsent, type Unsent } from '#src/offline/model/unsent-count.ts'
import type { Offline } from '#src/offline/offline.ts'
import { endOnServer } from '#src/session/pending-sign-out.ts'
import { useSessionState, useSessionStore } from '#src/session/SessionProvider.tsx'
import { DiscardDialog } from './parts/DiscardDialog.tsx'
import { SigningOut } from './parts/SigningOut.tsx'
import { UncountedDialog } from './parts/UncountedDialog.tsx'
import { WaitingDialog } from './parts/WaitingDialog.tsx'

/**
 * Ends the session as soon as it mounts. If entries are waiting, first offers to send them, stay, or sign out and keep
 * them locked on this device. Discarding them is a separate action (ruling 25, OFF-037).
 */
export function SignOut({ onStay }: { onStay: () => void }) {
  const store = useSessionStore()
  const session = useSessionState()
  const state = useOfflineState()
  const isOnline = useOnline()
  const { showsSignedOutMessage } = useBrand().traits
  const offline = state.status === 'ready' ? state.offline : undefined
  /** What is unsent, while the dialog asks about it. Undefined: no dialog. */
  const [waiting, setWaiting] = useState<Unsent>()
  const [isDiscarding, setDiscarding] = useState(false)

  const leave = useMutation({
    mutationFn: async () => {
      await endOnServer(
        offline && 'user' in session ? finalReportOf(offline.outbox, session.user) : undefined,
      )
      await store.end(showsSignedOutMessage ? '/sign_in?signed_out=true' : '/sign_in')
    },
  })
  const leaveOrAsk = (left?: Unsent) => (left && isAny(left) ? setWaiting(left) : leave.mutate())
  const checkUnsent = useMutation({
    mutationFn: async () => offline?.outbox.unsent(),
    onSuccess: leaveOrAsk,
  })
  const send = useMutation({
    mutationFn: (outbox: Offline['outbox']) => sendAll(outbox),
    onSuccess: leaveOrAsk,
  })
  const discard = useMutation({
    mutationFn: async ({ outbox, confirmed }: { outbox: Offline['outbox']; confirmed: Unsent }) => {
      // Refuses if something was entered since: the user has not seen what would be lost.
      if (!(await outbox.discardAll(confirmed))) return outbox.unsent()
      if ('user' in session) await forgetDrafts(session.user)
      return undefined
    },
    onSuccess: leaveOrAsk,
  })

  // A session check in progress could sign the user in again after the sign-out.
  const isSettled = session.status !== 'unknown' && state.status !== 'opening'
  const { mutate: checkNow } = checkUnsent
  useEffect(() => {
    if (isSettled) checkNow()
  }, [isSettled, checkNow])

  const isLeaving = leave.isPending || leave.isSuccess
  if (checkUnsent.isError && !isLeaving)
    return <UncountedDialog onSignOut={() => leave.mutate()} onStay={onStay} />
  if (!waiting || !offline || isLeaving) return <SigningOut />
  if (isDiscarding) {
    return (
      <DiscardDialog
        held={waiting.count}
        hasChanged={discard.isSuccess}
        isBusy={discard.isPending}
        onDiscard={() => discard.mutate({ outbox: offline.outbox, confirmed: waiting })}
        onCancel={() => setDiscarding(false)}
      />
    )
  }
  return (
    <WaitingDialog
      held={waiting.count}
      isOnline={isOnline}
      isSending={send.isPending}
      hasSendFailed={send.isSuccess || send.isError}
      onSend={() => send.mutate(offline.outbox)}
      onKeepEntries={() => leave.mutate()}
      onDiscard={() => setDiscarding(true)}
      onStay={onStay}
    />
  )
}

/** Discards unsaved drafts along with the entries, so that no typed text remains. */
async function forgetDrafts({ fleet_id, home_fleet_id, id: userId }: CurrentUser): Promise<void> {
  for (const fleetId of new Set([fleet_id, home_fleet_id])) {
    await deleteDraftsOf({ fleetId, userId })
    await deleteDraftFilesOf({ fleetId, userId })
  }
}

/** Sends what can be sent. Returns what is left. */
async function sendAll(outbox: Offline['outbox']): Promise<Unsent> {
  await outbox.retry()
  await outbox.flushNow()
  return outbox.unsent()
}

/** Locks the outbox, so that nothing is sent after the report. What stays on the device is counted in it. */
const finalReportOf = (outbox: Offline['outbox'], { id: userId, fleet_id: tenantId }: CurrentUser) =>
  createFinalReport(outbox, { tenantId, userId }, outbox.lock())

const isAny = ({ count }: Unsent): boolean => totalUnsent(count) > 0
