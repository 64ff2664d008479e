import { useSyncExternalStore } from 'react'

/** A screen of a fleet that the app can open after the switch. */
export type FleetPath =
  | '/dashboard'
  | '/vehicles'
  | '/settings?tab=users'
  | '/settings?tab=payments'
  | `/vehicles/${number}`
  | `/orders/${number}/approvals`

/** A wish to stand in another fleet. */
export interface SwitchWish {
  fleetId: number
  name: string
  /** Where the app opens then. */
  path: FleetPath | '/fmc_dashboard'
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
