import { useState } from 'react'
import type { MaintenancePolicy } from '#contract/maintenance/policies.ts'
import { toFailure } from '#src/api/failure.ts'
import { usePolicyWrites } from '#src/features/maintenance/policies/usePolicyWrites.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

/** Confirms the deletion of a policy (SET-025). */
export function DeletePolicy({ policy, onClose }: { policy: MaintenancePolicy; onClose: () => void }) {
  const t = useTexts('policies')
  const format = useFormat()
  const toast = useToast()
  const textOf = useFailureText()
  const writes = usePolicyWrites()
  const [isBusy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    try {
      await writes.destroy({ id: policy.id, rev: policy.rev })
      toast('success', t('policies:deleted'))
    } catch (error) {
      const failure = toFailure(error)
      toast('danger', failure.code === 'stale' ? t('policies:changedMeanwhile') : textOf(failure))
    } finally {
      onClose()
    }
  }
  return (
    <ConfirmDialog
      open
      isDestructive
      isBusy={isBusy}
      title={t('policies:delete.title')}
      message={t('policies:delete.message', { amount: format.money(policy.amount) })}
      confirmLabel={t('policies:delete.confirm')}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  )
}
