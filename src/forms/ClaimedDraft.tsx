import { Fragment, type ReactNode } from 'react'
import { type OwnDraft, useDraftClaim } from '#src/lib/drafts/useDraftClaim.ts'
import { useSession } from '#src/session/SessionProvider.tsx'

interface ClaimedDraftProps {
  /** 'history:new', 'vehicle:<id>'. */
  form: string
  /** The form spans several screens. */
  isLasting?: boolean
  /** The form is about a management company or one of its fleets: its draft stays when the user opens another fleet. */
  isOfCompany?: boolean
  /** Shown while the claim is being made. */
  waiting?: ReactNode
  children: (draft: OwnDraft) => ReactNode
}

/** Renders a form once this tab owns a draft for it (decision 33). */
export function ClaimedDraft({
  form,
  isLasting = false,
  isOfCompany = false,
  waiting = null,
  children,
}: ClaimedDraftProps) {
  const { user } = useSession()
  const fleetId = isOfCompany ? user.home_fleet_id : user.fleet_id
  const draft = useDraftClaim({ fleetId, userId: user.id, form }, { isLasting })
  return draft ? <Fragment key={draft.slot.form}>{children(draft)}</Fragment> : waiting
}
