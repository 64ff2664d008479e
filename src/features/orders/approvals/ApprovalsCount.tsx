import Badge from '@mui/material/Badge'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { visuallyHidden } from '#src/ui/layout/visually-hidden.ts'
import { queueExcerptQuery } from './approvals.queries.ts'

const REFRESH_MS = 60_000

/** Returns how many orders wait for this user; 0 until loaded. */
export function useApprovalsCount(): number {
  const { data } = useQuery({ ...queueExcerptQuery(), refetchInterval: REFRESH_MS })
  return data?.total_count ?? 0
}

/** A navigation icon with the number of waiting orders, as text for screen readers. */
export function CountBadge({ count, children }: { count: number; children: ReactNode }) {
  const t = useTexts('approvals')
  return (
    <>
      <Badge badgeContent={count} max={99} color="error" aria-hidden>
        {children}
      </Badge>
      {count > 0 && <span style={visuallyHidden}>{t('approvals:queue.count', { count })}</span>}
    </>
  )
}
