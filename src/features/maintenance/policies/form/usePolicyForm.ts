import { useEffect, useState } from 'react'
import { type MaintenancePolicy, PolicyInput } from '#contract/maintenance/policies.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { api } from '#src/api/client.ts'
import { useRefreshPolicies } from '#src/features/maintenance/policies/useRefreshPolicies.ts'
import { useCodedSave } from '#src/features/maintenance/schedules/useCodedSave.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { announceDraftSaved } from '#src/lib/drafts/draft-channel.ts'
import {
  type DraftSlot,
  deleteDraft,
  readDraft,
  slotName,
  writeDraft,
} from '#src/lib/drafts/draft-storage.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { type PolicyDraft, parseDraft, toDraft, toPayload } from './policy-draft.ts'

export interface PolicyFormProps {
  /** Null: a new policy. */
  policy: MaintenancePolicy | null
  /** Someone else deleted the policy, so saving creates a new one. */
  isGone: boolean
  onClose: () => void
}

/**
 * State of the policy form. The typed text survives a refusal and a reload. Changes that someone else saved meanwhile
 * are overwritten only after a confirmation.
 */
export function usePolicyForm({ policy, isGone, onClose, slot }: PolicyFormProps & { slot: DraftSlot }) {
  const t = useTexts('policies')
  const { user } = useSession()
  const [initial] = useState(() => toDraft(policy, t('policies:autoApprove')))
  const [kept] = useState(() => readDraft(slot, parseDraft))
  const [restoredAt, setRestoredAt] = useState(kept?.savedAt)
  const [draft, setDraft] = useState(kept?.value ?? initial)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(initial)
  useUnsavedTyping(isChanged)
  useEffect(() => {
    if (isChanged) writeDraft(slot, draft)
    else deleteDraft(slot)
  }, [draft, isChanged, slot])
  const close = () => {
    deleteDraft(slot)
    onClose()
  }
  const { save, codes, setCodes, isBusy, isConflict } = useCodedSave({
    /** Null: a new policy. */
    call: (
      { known, input }: { known: Pick<MaintenancePolicy, 'id' | 'rev'> | null; input: PolicyInput },
      { key },
    ) =>
      known
        ? api.policies.update({ id: known.id, ...input }, { context: { key, ifMatch: known.rev } })
        : api.policies.create(input, { context: { key } }),
    refresh: useRefreshPolicies(),
    done: t('policies:saved'),
    onClose() {
      announceDraftSaved(slotName(slot))
      close()
    },
  })

  /** `isAnyway`: overwrites what someone else saved meanwhile. */
  function submit(isAnyway = false): void {
    const input = toPayload(draft, user.fleet_id)
    const faults = faultsOf(input)
    setCodes(faults)
    if (Object.keys(faults).length > 0) return
    const rev = isAnyway || draft.rev === null ? policy?.rev : draft.rev
    const known = isGone || !policy || rev === undefined ? null : { id: policy.id, rev }
    save({ known, input })
  }

  return {
    draft,
    change: (part: Partial<PolicyDraft>) => setDraft((before) => ({ ...before, ...part })),
    submit,
    close,
    codes,
    isBusy,
    isChanged,
    isConflict: isConflict && !isGone,
    restoredAt,
    discard: () => {
      setRestoredAt(undefined)
      setDraft(initial)
    },
  }
}

/** Returns error codes by field, by the server's rules. */
function faultsOf(input: PolicyInput): FieldCodes {
  const checked = PolicyInput.safeParse(input)
  const faults: Record<string, string[]> = {}
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = String(path[0])
    faults[field] = [...(faults[field] ?? []), message]
  }
  return faults
}
