import { useSyncExternalStore } from 'react'

/** The last discard that can be undone. */
interface Discarded {
  /** What was discarded, as a sentence. */
  text: string
  undo: () => Promise<void>
}

let last: Discarded | null = null
const listeners = new Set<() => void>()

/** Sets what 'Undo' restores; null: nothing. */
export function setDiscarded(next: Discarded | null): void {
  last = next
  for (const listener of [...listeners]) listener()
}

export function useDiscarded(): Discarded | null {
  return useSyncExternalStore(subscribe, () => last)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
