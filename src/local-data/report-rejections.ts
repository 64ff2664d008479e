import { reportFailure } from '#src/api/report-failure.ts'
import type { WaitingEntry } from '#src/offline/model/api/outbox-api.ts'

interface Entries {
  subscribe(onValue: (entries: readonly WaitingEntry[]) => void): () => void
}

/**
 * Reports each entry that the server refuses while the app is open, once (API-018). The outbox makes those calls
 * itself.
 */
export function reportRejections(entries: Entries): () => void {
  let known: Set<string> | undefined
  return entries.subscribe((all) => {
    const refused = all.filter(({ state }) => state === 'rejected')
    // Rejections from before the app opened were reported then.
    for (const { opId, kind, trouble } of known ? refused : [])
      if (!known?.has(opId))
        reportFailure({ code: trouble?.code ?? 'refused', status: trouble?.status ?? 0 }, `/outbox/${kind}`)
    known = new Set([...(known ?? []), ...refused.map(({ opId }) => opId)])
  })
}
