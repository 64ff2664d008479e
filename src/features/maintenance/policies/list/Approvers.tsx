import Bolt from '@mui/icons-material/Bolt'
import Warning from '@mui/icons-material/WarningAmber'
import type { MaintenancePolicy } from '#contract/maintenance/policies.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'

/** Approvers of a policy. Marks those who cannot approve now, and warns if none is left. */
export function Approvers({ policy }: { policy: MaintenancePolicy }) {
  const t = useTexts('policies')
  if (policy.auto_approvable)
    return <StatusChip tone="success" icon={<Bolt />} label={t('policies:autoApprove')} />
  const isAnyoneLeft = policy.users.some((user) => user.is_active && user.can_approve !== false)
  return (
    <>
      {policy.users
        .map(({ name, is_active, can_approve }) => {
          if (!is_active) return t('policies:inactive', { name })
          return can_approve === false ? t('policies:cannotApprove', { name }) : name
        })
        .join(', ')}
      {!isAnyoneLeft && (
        <Box sx={{ mt: policy.users.length > 0 ? 0.5 : 0 }}>
          <StatusChip tone="warning" icon={<Warning />} label={t('policies:nobodyLeft')} />
        </Box>
      )}
    </>
  )
}
