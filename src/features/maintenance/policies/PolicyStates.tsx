import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MaintenancePolicy } from '#contract/maintenance/policies.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/session/useOnline.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { policiesQuery } from './policies.queries.ts'

/** Policies once they are there; before that, and where there is no way to them, what stands in their place. */
export function PolicyStates({ children }: { children: (policies: MaintenancePolicy[]) => ReactNode }) {
  const t = useTexts('policies')
  const isOnline = useOnline()
  const { data, isError, refetch } = useQuery(policiesQuery())
  if (data) return children(data.policies)
  if (!isOnline)
    return <EmptyState title={t('policies:notHere.title')} message={t('policies:notHere.message')} />
  return isError ? <ErrorPanel onRetry={() => void refetch()} /> : <SkeletonList rows={4} rowHeight={64} />
}

/** Says from when they are, where they cannot be read anew. */
export function PoliciesAge() {
  const t = useTexts('policies')
  const format = useFormat()
  const isOnline = useOnline()
  const { dataUpdatedAt, isError } = useQuery(policiesQuery())
  if (dataUpdatedAt === 0 || (isOnline && !isError)) return null
  return (
    <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
      {t('policies:asOf', { time: format.asOf(dataUpdatedAt) })}
    </Typography>
  )
}
