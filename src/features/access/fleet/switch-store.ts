import { useSyncExternalStore } from 'react'

/** A fleet screen that the app can open after the switch. */
export type FleetPath =
  | '/dashboard'
  | '/upcoming_maintenances'
  | '/vehicles?show=active'
  | '/settings?tab=payments'
  | '/fleet_transactions'
  | `/vehicles/${number}`
  | `/orders/${number}/approvals`
  | `/reports?${string}`

/** A request to switch to another fleet. */
export interface FleetSwitchRequest {
  fleetId: number
  name: string
  /** The screen to open afterwards. */
  path: FleetPath | '/fmc_dashboard'
  /** Called if the user stays in the current fleet. */
  onStay?: () => void
}

let request: FleetSwitchRequest | undefined
const listeners = new Set<() => void>()

/**
 * Requests a switch to another fleet, from anywhere in the app; the dialog in the shell handles it. Undefined: the user
 * stays.
 */
export function requestFleetSwitch(next: FleetSwitchRequest | undefined): void {
  if (!next) request?.onStay?.()
  request = next
  for (const listener of [...listeners]) listener()
}

export const useFleetSwitchRequest = (): FleetSwitchRequest | undefined =>
  useSyncExternalStore(subscribe, () => request)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
