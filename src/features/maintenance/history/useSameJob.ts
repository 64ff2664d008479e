import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ManualHistory, PossibleDuplicate } from '#contract/maintenance/history.ts'
import { useLiveInFrame } from '#src/local-data/useLive.ts'
import { useKept } from '#src/local-data/useLocalRows.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { Kept } from '#src/offline/model/api/cache-api.ts'
import type { SameJob } from '#src/offline/model/api/outbox-api.ts'

export interface SameJobShown {
  opId: string
  mine: Kept<ManualHistory>
  others: PossibleDuplicate[]
  /** How many more stand behind this one. */
  more: number
}

/** The first entry of this person that may be a job which is entered already, with what both say; undefined: none. */
export function useSameJob(): SameJobShown | undefined {
  const { outbox, cache } = useOffline()
  const loadedAt = useKept(['loaded'], (each) => each.lastLoadedAt, { isExtra: true })
  const jobs = useLiveInFrame(outbox.sameJobs)
  const job = jobs?.[0]
  const { data } = useQuery({
    queryKey: ['same-job', job?.opId, job?.others.length, loadedAt],
    queryFn: () => (job ? standOf(job, loadedAt ?? 0) : null),
    enabled: job !== undefined,
    placeholderData: (before) => (before?.opId === job?.opId ? before : undefined),
    gcTime: 0,
  })

  async function standOf(of: SameJob, knownAt: number) {
    const mine = await cache.history(of.entityId).current()
    const isThere = await Promise.all(of.others.map(({ id }) => cache.history(id).current()))
    // Before the copies were refreshed, 'not here' only means 'not here yet'.
    const others = of.others.filter((_, index) => isThere[index] || knownAt <= of.arrivedAt)
    return {
      opId: of.opId,
      mine,
      others,
      isSettled: others.length === 0 || (!mine && knownAt > of.arrivedAt),
    }
  }

  // Somebody has deleted one of the two meanwhile: nothing is left to decide.
  const settled = data?.isSettled ? data.opId : undefined
  useEffect(() => {
    if (settled) void outbox.keepBoth(settled)
  }, [outbox, settled])
  if (!job || !data || data.isSettled || data.opId !== job.opId || !data.mine) return undefined
  return { opId: job.opId, mine: data.mine, others: data.others, more: (jobs?.length ?? 1) - 1 }
}
