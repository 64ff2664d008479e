import { useCallback, useEffect, useState } from 'react'
import { claimDraft, claimSlot, type DraftClaim } from './claim-draft.ts'
import { onDraftSaved } from './draft-channel.ts'
import { draftLocks } from './draft-locks.ts'
import { type DraftSlot, hasDraft, slotName } from './draft-storage.ts'
import { rememberSlot, slotOfTab } from './tab-slots.ts'

/** A draft of the same form in another tab: open there, left there, or saved there meanwhile. */
type DraftElsewhere = 'open' | 'left' | 'saved'

export interface OwnDraft {
  slot: DraftSlot
  elsewhere: DraftElsewhere | null
  /** Continues the draft that the other tab left. Input typed here is stored as a separate draft. */
  takeOver(): Promise<void>
  dismiss(): void
}

interface ClaimOptions {
  /** The form spans several screens: this tab continues its own draft on the next one. */
  isLasting?: boolean
}

/** Returns the draft that this tab owns until the form closes; undefined until the claim is decided. */
export function useDraftClaim(
  form: DraftSlot,
  { isLasting = false }: ClaimOptions = {},
): OwnDraft | undefined {
  const [claim, setClaim] = useState<DraftClaim>()
  const [elsewhere, setElsewhere] = useState<DraftElsewhere | null>(null)
  const { fleetId, userId, form: name } = form
  useEffect(() => {
    let isOver = false
    let mine: DraftClaim | undefined
    const ownForm = { fleetId, userId, form: name }
    void claimDraft(ownForm, draftLocks(), isLasting ? slotOfTab(ownForm) : null).then((claimed) => {
      mine = claimed
      if (isLasting && !isOver) rememberSlot(ownForm, claimed.slot)
      if (isOver) return void claimed.release()
      setClaim(claimed)
      setElsewhere(claimed.elsewhere && 'open')
    })
    return () => {
      isOver = true
      void mine?.release()
    }
  }, [fleetId, userId, name, isLasting])

  const other = claim?.elsewhere ?? null
  useEffect(() => {
    if (!other) return
    const stopWatching = draftLocks().whenFree(slotName(other), () => {
      // A draft that was saved or discarded there cannot be continued.
      setElsewhere((known) => (hasDraft(other) ? 'left' : known === 'saved' ? 'saved' : null))
    })
    const stopListening = onDraftSaved((saved) => {
      if (saved === slotName(other)) setElsewhere('saved')
    })
    return () => {
      stopWatching()
      stopListening()
    }
  }, [other])

  const takeOver = useCallback(async () => {
    const taken = other && (await claimSlot(other))
    if (!taken) return setElsewhere(other && hasDraft(other) ? 'open' : null)
    void claim?.release()
    setElsewhere(null)
    setClaim(taken)
  }, [claim, other])
  const dismiss = useCallback(() => setElsewhere(null), [])

  return claim && { slot: claim.slot, elsewhere, takeOver, dismiss }
}
