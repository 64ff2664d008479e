import { useState } from 'react'
import { type MaintenancePolicy, PolicyInput } from '#contract/maintenance/policies.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { api } from '#src/api/client.ts'
import { useRefreshPolicies } from '#src/features/maintenance/policies/useRefreshPolicies.ts'
import { useFormState } from '#src/forms/useFormState.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { useErrorFocus } from '#src/ui/focus/useErrorFocus.ts'
import { parseDraft, toDraft, toPayload } from './policy-draft.ts'

export interface PolicyFormProps {
  /** Null: a new policy. */
  policy: MaintenancePolicy | null
  /** Someone else deleted the policy, so saving creates a new one. */
  isDeleted: boolean
  onClose: () => void
}

interface SavedPolicy {
  /** Null: a new policy. */
  known: Pick<MaintenancePolicy, 'id' | 'rev'> | null
  input: PolicyInput
}

/**
 * State of the policy form. The typed text survives a rejection and a reload. Changes that someone else saved meanwhile
 * are overwritten only after a confirmation.
 */
export function usePolicyForm({ policy, isDeleted, onClose, slot }: PolicyFormProps & { slot: DraftSlot }) {
  const t = useTexts('policies')
  const toast = useToast()
  const failureText = useFailureText()
  const { user } = useSession()
  const [initial] = useState(() => toDraft(policy, t('policies:autoApprove')))
  const form = useFormState({ slot, initial, parse: parseDraft })
  const { frame, focusError } = useErrorFocus<HTMLFormElement>()
  const { run, isBusy, failure } = useWrite({
    call: ({ known, input }: SavedPolicy, { key }) =>
      known
        ? api.policies.update({ id: known.id, ...input }, { context: { key, ifMatch: known.rev } })
        : api.policies.create(input, { context: { key } }),
    refresh: useRefreshPolicies(),
    onSaved() {
      form.saved()
      onClose()
      toast('success', t('policies:saved'))
    },
    onFailed(refused) {
      if (!form.accept(refused.fields)) focusError()
      if (refused.code !== 'stale') toast('danger', failureText(refused))
    },
  })

  return {
    ...form,
    frame,
    /** `isAnyway`: overwrites what someone else saved meanwhile. */
    submit(isAnyway = false) {
      const input = toPayload(form.draft, user.fleet_id)
      if (!form.accept(faultsOf(input))) return focusError()
      const rev = isAnyway || form.draft.rev === null ? policy?.rev : form.draft.rev
      const known = isDeleted || !policy || rev === undefined ? null : { id: policy.id, rev }
      void run({ known, input })
    },
    close() {
      form.discard()
      onClose()
    },
    isBusy,
    isConflict: failure?.code === 'stale' && !isDeleted,
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
