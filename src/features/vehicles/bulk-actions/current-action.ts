import { useSyncExternalStore } from 'react'

// The action whose progress the vehicle list shows. Stored in localStorage, so that it survives leaving and returning to
// the list.
const nameOf = (fleetId: number) => `bulk_action:${fleetId}`
/** An action whose response was lost: whether it started is not known yet. */
const unconfirmedNameOf = (fleetId: number) => `bulk_action_unconfirmed:${fleetId}`
const listeners = new Set<() => void>()

/** The action that this page started; the focus moves to it. */
let started: string | undefined
export const wasStartedHere = (id: string) => id === started

/** The action whose result the user has not seen yet; it opens with its details. */
let unread: string | undefined
export const isResultUnread = (id: string) => id === unread

/** The user has read the result of an action: it does not open again. */
export function markResultRead(id: string): void {
  if (started === id) started = undefined
  if (unread === id) unread = undefined
}

/** Shows the progress of an action, or of none. */
export function setCurrentAction(fleetId: number, id: string | undefined): void {
  started = id
  unread = id
  if (id !== undefined) store(unconfirmedNameOf(fleetId), undefined)
  store(nameOf(fleetId), id)
}

/** Shows the undo of the current action, which another page started, or whose response was lost. Does not move the focus. */
export function showUndo(fleetId: number, id: string): void {
  unread = id
  store(nameOf(fleetId), id)
}

/** Remembers an action whose response was lost, until the server says whether it exists. */
export const setUnconfirmedAction = (fleetId: number, id: string | undefined): void =>
  store(unconfirmedNameOf(fleetId), id)

export const useCurrentAction = (fleetId: number): string | null => useStored(nameOf(fleetId))
export const useUnconfirmedAction = (fleetId: number): string | null => useStored(unconfirmedNameOf(fleetId))

function store(name: string, id: string | undefined): void {
  try {
    if (id === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, id)
  } catch {
    // The action runs even if storage is unavailable.
  }
  for (const listener of [...listeners]) listener()
}

const useStored = (name: string): string | null =>
  useSyncExternalStore(subscribe, () => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  })

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
