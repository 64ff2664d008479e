import { useSyncExternalStore } from 'react'

/** Whether an FMC user looks at one fleet or at the management company (doc1 §6). */
export type Mode = 'fleet' | 'fmc'

const storageKey = 'mode'
const listeners = new Set<() => void>()

/** The mode of this tab; sessionStorage keeps it through a reload (API-021). */
export function currentMode(): Mode {
  return sessionStorage.getItem(storageKey) === 'fmc' ? 'fmc' : 'fleet'
}

/** Flips the mode: at sign-in (ACC-050) and by the links between the two areas. */
export function setMode(mode: Mode): void {
  sessionStorage.setItem(storageKey, mode)
  for (const listener of [...listeners]) listener()
}

export function useMode(): Mode {
  return useSyncExternalStore(subscribe, currentMode)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
