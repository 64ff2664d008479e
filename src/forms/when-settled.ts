import type { Outbox, WaitingEntry } from '#src/offline/model/api/outbox-api.ts'

/** Outcome of an entry in the first moments: most arrive before the screen has changed. */
export type Settled = { end: 'sent' | 'waiting' } | { end: 'refused'; entry: WaitingEntry }

const TIMEOUT_MS = 1500

/**
 * Waits briefly for the server to accept or reject an entry that was just saved. 'waiting': no response yet, it is sent
 * later. Does not wait if nothing can be sent now.
 */
export function whenSettled(outbox: Outbox, opId: string): Promise<Settled> {
  return new Promise((resolve) => {
    let stop = () => {}
    const finish = (settled: Settled) => {
      clearTimeout(timer)
      queueMicrotask(() => stop())
      resolve(settled)
    }
    const timer = setTimeout(() => finish({ end: 'waiting' }), TIMEOUT_MS)
    // Runs separately: unresponsive storage after the commit must not keep a form open.
    outbox.status.current().then(
      ({ network, pausedFor }) => {
        if (network === 'offline' || network === 'portal' || pausedFor) finish({ end: 'waiting' })
      },
      () => finish({ end: 'waiting' }),
    )
    let entityId: string | undefined
    // The same entry may wait under another key: it was merged with another edit, or received new ids.
    const isSameEntry = (candidate: WaitingEntry) =>
      candidate.kind !== 'file.put' &&
      entityId !== undefined &&
      (candidate.entityId === entityId || candidate.originalId === entityId)
    stop = outbox.entries.subscribe(
      (entries) => {
        const entry = entries.find((candidate) => candidate.opId === opId) ?? entries.find(isSameEntry)
        entityId = entry?.entityId
        if (!entry) finish({ end: 'sent' })
        else if (entry.state === 'rejected' || entry.state === 'conflict') finish({ end: 'refused', entry })
      },
      () => finish({ end: 'waiting' }),
    )
  })
}
