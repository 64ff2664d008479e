import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MaintenancePolicy } from '#contract/maintenance/policies.ts'
import { policiesQuery } from '#src/features/maintenance/policies/policies.queries.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'

/** Renders the policies once they are loaded; until then, or on failure, the loading or error state. */
export function PolicyStates({ children }: { children: (policies: MaintenancePolicy[]) => ReactNode }) {
  const t = useTexts('policies')
  const query = useQuery(policiesQuery())
  const { data } = query
  const list = useListFailure(query)
  if (data) return children(data.policies)
  return (
    <ListStates
      {...list}
      total={undefined}
      offline={{ title: t('policies:notHere.title'), message: t('policies:notHere.message') }}
      rows={4}
      rowHeight={64}
      empty={null}
    >
      {null}
    </ListStates>
  )
}

/** Age of the policies when they cannot be refreshed. */
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
