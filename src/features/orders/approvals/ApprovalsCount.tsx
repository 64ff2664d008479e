import Badge from '@mui/material/Badge'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { visuallyHidden } from '#src/ui/layout/visually-hidden.ts'
import { lastCountQuery, queueExcerptQuery } from './approvals.queries.ts'

const REFRESH_MS = 60_000

/**
 * Returns how many orders wait for this user. Until the queue is loaded, returns the last known number, so that the
 * navigation does not move after a reload; 0 if there is none. The orders themselves are not stored (decision 48).
 */
export function useApprovalsCount(): number {
  const { data } = useQuery({ ...queueExcerptQuery(), refetchInterval: REFRESH_MS })
  const { data: last = 0 } = useQuery(lastCountQuery())
  const client = useQueryClient()
  const count = data?.total_count
  useEffect(() => {
    if (count !== undefined) client.setQueryData(lastCountQuery().queryKey, count)
  }, [client, count])
  return count ?? last
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
