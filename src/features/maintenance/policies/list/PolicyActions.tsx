import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import type { MaintenancePolicy } from '#contract/maintenance/policies.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'

export interface PolicyHandlers {
  onEdit: (policy: MaintenancePolicy) => void
  /** Undefined: policies are deleted elsewhere (SET-024). */
  onDelete: ((policy: MaintenancePolicy) => void) | undefined
  /** Why neither is possible now. */
  blocked: string | undefined
}

/** Edit and delete buttons of a policy. */
export function PolicyActions({ policy, actions }: { policy: MaintenancePolicy; actions: PolicyHandlers }) {
  const t = useTexts('policies')
  const format = useFormat()
  const amount = format.money(policy.amount)
  const { onEdit, onDelete, blocked } = actions
  return (
    <Stack direction="row" sx={{ justifyContent: { sm: 'flex-end' } }}>
      <ActionButton isIconOnly startIcon={<Edit />} disabledReason={blocked} onClick={() => onEdit(policy)}>
        {t('policies:editOf', { amount })}
      </ActionButton>
      {onDelete && (
        <ActionButton
          isIconOnly
          color="error"
          startIcon={<Delete />}
          disabledReason={blocked}
          onClick={() => onDelete(policy)}
        >
          {t('policies:deleteOf', { amount })}
        </ActionButton>
      )}
    </Stack>
  )
}
