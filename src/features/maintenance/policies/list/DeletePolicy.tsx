import type { MaintenancePolicy } from '#contract/maintenance/policies.ts'
import { api } from '#src/api/client.ts'
import { useRefreshPolicies } from '#src/features/maintenance/policies/useRefreshPolicies.ts'
import { useWrite } from '#src/forms/useWrite.ts'
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
  const { run, isBusy } = useWrite({
    call: (_, context) => api.policies.destroy({ id: policy.id }, { context }),
    rev: policy.rev,
    refresh: useRefreshPolicies(),
    onSaved() {
      toast('success', t('policies:deleted'))
      onClose()
    },
    onFailed(failure) {
      toast('danger', failure.code === 'stale' ? t('policies:changedMeanwhile') : textOf(failure))
      onClose()
    },
  })

  return (
    <ConfirmDialog
      open
      isDestructive
      isBusy={isBusy}
      title={t('policies:delete.title')}
      message={t('policies:delete.message', { amount: format.money(policy.amount) })}
      confirmLabel={t('policies:delete.confirm')}
      onConfirm={() => void run()}
      onCancel={onClose}
    />
  )
}
