import { useSyncExternalStore } from 'react'

interface TrayState {
  isOpen: boolean
  /** The entry to show first. */
  opId: string | undefined
}

let state: TrayState = { isOpen: false, opId: undefined }
const listeners = new Set<() => void>()

function set(next: TrayState) {
  state = next
  for (const listener of [...listeners]) listener()
}

/** Opens the tray from anywhere; with an operation, scrolled to that entry. */
export function openTray(opId?: string): void {
  set({ isOpen: true, opId })
}

export function closeTray(): void {
  set({ isOpen: false, opId: undefined })
}

export function useTray(): TrayState {
  return useSyncExternalStore(subscribe, () => state)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
