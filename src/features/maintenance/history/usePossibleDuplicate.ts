import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ManualHistory, PossibleDuplicate } from '#contract/maintenance/history-record.ts'
import { useLiveOptional } from '#src/local-data/useLive.ts'
import { useLoadedAt } from '#src/local-data/useLocalRows.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import type { DuplicateWarning } from '#src/offline/model/api/outbox-api.ts'

export interface DuplicateQuestion {
  opId: string
  mine: LocalRow<ManualHistory>
  others: PossibleDuplicate[]
  /** Number of further questions after this one. */
  more: number
}

/**
 * Returns the user's first entry that may duplicate another one, with the content of both; undefined if there is none.
 */
export function usePossibleDuplicate(): DuplicateQuestion | undefined {
  const { outbox, cache } = useOffline()
  const loadedAt = useLoadedAt({ isOptional: true })
  const jobs = useLiveOptional(outbox.duplicateWarnings)
  const job = jobs?.[0]
  const { data } = useQuery({
    queryKey: ['same-job', job?.opId, job?.others.length, loadedAt],
    queryFn: () => (job ? loadEntries(job, loadedAt ?? 0) : null),
    enabled: job !== undefined,
    placeholderData: (before) => (before?.opId === job?.opId ? before : undefined),
    gcTime: 0,
  })

  async function loadEntries(warning: DuplicateWarning, knownAt: number) {
    const mine = await cache.history(warning.entityId).current()
    const stored = await Promise.all(warning.others.map(({ id }) => cache.history(id).current()))
    // Until the local copies are refreshed, a missing entry may only not have arrived yet.
    const others = warning.others.filter((_, index) => stored[index] || knownAt <= warning.arrivedAt)
    return {
      opId: warning.opId,
      mine,
      others,
      isSettled: others.length === 0 || (!mine && knownAt > warning.arrivedAt),
    }
  }

  // One of the two was deleted meanwhile, so there is nothing to decide.
  const settled = data?.isSettled ? data.opId : undefined
  useEffect(() => {
    if (settled) void outbox.keepBoth(settled)
  }, [outbox, settled])
  if (!job || !data || data.isSettled || data.opId !== job.opId || !data.mine) return undefined
  return { opId: job.opId, mine: data.mine, others: data.others, more: (jobs?.length ?? 1) - 1 }
}
