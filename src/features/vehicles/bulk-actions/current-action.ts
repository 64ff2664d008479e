import { useSyncExternalStore } from 'react'

// The action whose progress the vehicle list shows. In localStorage, so that it is there again after a visit elsewhere.
const nameOf = (fleetId: number) => `bulk_action:${fleetId}`
const listeners = new Set<() => void>()

/** The action that this page started; the focus moves to it. */
let started: string | undefined
export const wasStartedHere = (id: string) => id === started

/** The user has read the result of an action: it does not open again. */
export function markResultRead(id: string): void {
  if (started === id) started = undefined
}

/** Shows the progress of an action, or of none. */
export function setCurrentAction(fleetId: number, id: string | undefined): void {
  started = id
  try {
    if (id === undefined) localStorage.removeItem(nameOf(fleetId))
    else localStorage.setItem(nameOf(fleetId), id)
  } catch {
    // Without storage, the action runs all the same.
  }
  for (const listener of [...listeners]) listener()
}

export const useCurrentAction = (fleetId: number): string | null =>
  useSyncExternalStore(subscribe, () => {
    try {
      return localStorage.getItem(nameOf(fleetId))
    } catch {
      return null
    }
  })

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
