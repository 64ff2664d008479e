import { useEffect, useSyncExternalStore } from 'react'

let dirtyForms = 0
const listeners = new Set<() => void>()

function count(change: 1 | -1) {
  dirtyForms += change
  for (const listener of [...listeners]) listener()
}

/** Registers a form with unsaved input; app updates then wait (OFF-047). */
export function useUnsavedTyping(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    count(1)
    return () => count(-1)
  }, [isDirty])
}

/** Whether any form on the screen has unsaved input. */
export function useHasUnsavedTyping(): boolean {
  return useSyncExternalStore(subscribe, () => dirtyForms > 0)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
