import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CurrentUser } from '#contract/access/session.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { deleteDraftFilesOf } from '#src/lib/drafts/draft-files.ts'
import { deleteDraftsOf } from '#src/lib/drafts/draft-storage.ts'
import { useOfflineState } from '#src/local-data/useOffline.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { NO_UNSENT, totalUnsent, type UnsentCount } from '#src/offline/model/unsent-count.ts'
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
  const [waiting, setWaiting] = useState(NO_UNSENT)
  const [isDiscarding, setDiscarding] = useState(false)

  const leave = useMutation({
    mutationFn: async () => {
      await endOnServer()
      await store.end(showsSignedOutMessage ? '/sign_in?signed_out=true' : '/sign_in')
    },
  })
  const checkUnsent = useMutation({
    mutationFn: async () => (await offline?.outbox.unsentCount()) ?? NO_UNSENT,
    onSuccess: (held) => (totalUnsent(held) === 0 ? leave.mutate() : setWaiting(held)),
  })
  const send = useMutation({
    mutationFn: (outbox: Offline['outbox']) => sendAll(outbox),
    onSuccess: (left) => (totalUnsent(left) === 0 ? leave.mutate() : setWaiting(left)),
  })
  const discard = useMutation({
    mutationFn: async (outbox: Offline['outbox']) => {
      // Refuses if something was entered since: the user has not seen what would be lost.
      if (!(await outbox.discardAll(waiting))) return outbox.unsentCount()
      if ('user' in session) await forgetDrafts(session.user)
      return NO_UNSENT
    },
    onSuccess: (left) => (totalUnsent(left) === 0 ? leave.mutate() : setWaiting(left)),
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
  if (totalUnsent(waiting) === 0 || !offline || isLeaving) return <SigningOut />
  if (isDiscarding) {
    return (
      <DiscardDialog
        held={waiting}
        hasChanged={discard.isSuccess}
        isBusy={discard.isPending}
        onDiscard={() => discard.mutate(offline.outbox)}
        onCancel={() => setDiscarding(false)}
      />
    )
  }
  return (
    <WaitingDialog
      held={waiting}
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
async function sendAll(outbox: Offline['outbox']): Promise<UnsentCount> {
  await outbox.retry()
  await outbox.flushNow()
  return outbox.unsentCount()
}
