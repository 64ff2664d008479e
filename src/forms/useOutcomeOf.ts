import { useLive } from '#src/local-data/useLive.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { Receipt, WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import type { Settled } from './when-settled.ts'

/** Outcome of an entry; 'removed': the user discarded it before it was sent. */
export type Outcome = Settled | { end: 'removed' }

/** Follows an entry that was just saved, so that no message says 'will be sent' after it was sent or refused. */
export function useOutcomeOf(opId: string | undefined): Outcome | undefined {
  const { outbox } = useOffline()
  const entries = useLive(outbox.entries)
  const receipts = useLive(outbox.receipts)
  return opId === undefined ? undefined : outcomeOf(opId, entries, receipts)
}

export function outcomeOf(
  opId: string,
  entries: readonly WaitingEntry[] | undefined,
  receipts: readonly Receipt[] | undefined,
): Outcome {
  const entry = entries?.find((candidate) => candidate.opId === opId)
  if (entry?.state === 'rejected' || entry?.state === 'conflict') return { end: 'refused', entry }
  // The two lists load in any order; until both are loaded, the outcome is unknown.
  if (entry || !entries || !receipts) return { end: 'waiting' }
  return { end: receipts.some((receipt) => receipt.opId === opId) ? 'sent' : 'removed' }
}
