import Add from '@mui/icons-material/Add'
import { useState } from 'react'
import type { MaintenancePolicy } from '#contract/maintenance/policies.ts'
import { POLICIES_MAX } from '#domain/core/limits.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { PolicyForm } from './form/PolicyForm.tsx'
import { DeletePolicy } from './list/DeletePolicy.tsx'
import { PolicyList } from './list/PolicyList.tsx'
import { PoliciesAge, PolicyStates } from './list/PolicyStates.tsx'
import { useOpenRow } from './useOpenRow.ts'

/** The fleet's policies; admin-type users can edit them (SET-003, SET-020 to SET-025). */
export function PoliciesPanel() {
  const t = useTexts('policies')
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '72ch' }}>
        {t('policies:lead')}
      </Typography>
      <PoliciesAge />
      <PolicyStates>{(policies) => <Rows policies={policies} />}</PolicyStates>
    </Stack>
  )
}

function Rows({ policies }: { policies: MaintenancePolicy[] }) {
  const t = useTexts('policies')
  const isOnline = useOnline()
  const canEdit = useSessionCan('policies.edit')
  const row = useOpenRow(policies)
  const [deleting, setDeleting] = useState<MaintenancePolicy>()
  const blocked = row.open ? t('policies:oneAtATime') : isOnline ? undefined : t('policies:offline')
  const isFull = policies.length >= POLICIES_MAX
  const add = canEdit && (
    <ActionButton
      variant="contained"
      startIcon={<Add />}
      disabledReason={blocked ?? (isFull && t('policies:full', { count: POLICIES_MAX }))}
      onClick={() => row.start(null)}
      sx={{ alignSelf: 'flex-start', minHeight: 44 }}
    >
      {t('policies:add')}
    </ActionButton>
  )
  if (policies.length === 0 && !row.open)
    return <EmptyState title={t('policies:empty.title')} message={t('policies:empty.message')} action={add} />
  return (
    <>
      {add}
      <PolicyList
        policies={policies}
        actions={canEdit ? { onEdit: row.start, onDelete: setDeleting, blocked } : undefined}
        open={
          row.open && {
            id: row.open.isDeleted ? null : (row.open.policy?.id ?? null),
            form: <PolicyForm {...row.open} onClose={row.close} />,
          }
        }
      />
      {deleting && <DeletePolicy policy={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}
