import { useEffect, useSyncExternalStore } from 'react'

let dirtyForms = 0
const listeners = new Set<() => void>()

function count(change: 1 | -1) {
  dirtyForms += change
  for (const listener of [...listeners]) listener()
}

/** A form with typing that is not saved yet says so; an update of the app then waits (OFF-047). */
export function useUnsavedTyping(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    count(1)
    return () => count(-1)
  }, [isDirty])
}

/** Whether any form on the screen holds unsaved typing. */
export function useHasUnsavedTyping(): boolean {
  return useSyncExternalStore(subscribe, () => dirtyForms > 0)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
