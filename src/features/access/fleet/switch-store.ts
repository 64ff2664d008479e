import { useSyncExternalStore } from 'react'

/** A wish to stand in another fleet. */
export interface SwitchWish {
  fleetId: number
  name: string
  /** Where the app opens then. */
  path: '/dashboard' | '/fmc_dashboard'
}

let wish: SwitchWish | undefined
const listeners = new Set<() => void>()

/** Asks for the way into another fleet; the shell's dialog sees to it, wherever the wish came from. */
export function wishToSwitch(next: SwitchWish | undefined): void {
  wish = next
  for (const listener of [...listeners]) listener()
}

export const useSwitchWish = (): SwitchWish | undefined => useSyncExternalStore(subscribe, () => wish)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
