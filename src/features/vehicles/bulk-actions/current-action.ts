import { useSyncExternalStore } from 'react'

// The actions whose progress the vehicle list shows. Stored in localStorage, so that it survives leaving and returning to
// the list.
const nameOf = (fleetId: number) => `bulk_action:${fleetId}`
/** An action whose response was lost: whether it started is not known yet. */
const unconfirmedNameOf = (fleetId: number) => `bulk_action_unconfirmed:${fleetId}`
const listeners = new Set<() => void>()

/** The action that this page started; the focus moves to it. */
let started: string | undefined
export const wasStartedHere = (id: string) => id === started

/** The actions whose results the user has not seen yet; they open with their details. */
const unread = new Set<string>()
export const isResultUnread = (id: string) => unread.has(id)

/** The user has read the result of an action: it does not open again. */
export function markResultRead(id: string): void {
  if (started === id) started = undefined
  unread.delete(id)
}

/** Actions that are shown at once: a later one does not hide the undo of an earlier one (VEH-115). */
const SHOWN_MAX = 3

/** Returns the shown actions of a stored text, latest first. */
export const shownActions = (stored: string | null): string[] => stored?.split(' ').filter(Boolean) ?? []

/** Shows the progress of an action above those that are shown already. */
export function setCurrentAction(fleetId: number, id: string): void {
  started = id
  unread.add(id)
  store(unconfirmedNameOf(fleetId), undefined)
  showOnly(fleetId, (ids) => [id, ...ids.filter((other) => other !== id)])
}

/** Closes an action. */
export const closeAction = (fleetId: number, id: string): void =>
  showOnly(fleetId, (ids) => ids.filter((other) => other !== id))

/** Shows the undo in place of its action, which another page started, or whose response was lost. Does not move the focus. */
export function showUndo(fleetId: number, undone: string, id: string): void {
  if (started !== id) unread.add(id)
  showOnly(fleetId, (ids) => [...new Set(ids.map((other) => (other === undone ? id : other)))])
}

function showOnly(fleetId: number, change: (ids: string[]) => string[]) {
  const ids = change(shownActions(read(nameOf(fleetId)))).slice(0, SHOWN_MAX)
  store(nameOf(fleetId), ids.join(' ') || undefined)
}

/** Remembers an action whose response was lost, until the server says whether it exists. */
export const setUnconfirmedAction = (fleetId: number, id: string | undefined): void =>
  store(unconfirmedNameOf(fleetId), id)

/** The shown actions, latest first. */
export const useCurrentActions = (fleetId: number): string[] => shownActions(useStored(nameOf(fleetId)))
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

const useStored = (name: string): string | null => useSyncExternalStore(subscribe, () => read(name))

function read(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
