import { useSyncExternalStore } from 'react'
import { modeKey } from './device-session.ts'

/** Whether an FMC user views one fleet or the management company (FMC-001). */
export type Mode = 'fleet' | 'fmc'

const listeners = new Set<() => void>()

/** Paths of the management company's area (FMC-003). */
const FMC_PATHS =
  /^\/(fmc_dashboard|fmc_users(\/.+)?|fmc_activeorders|fmc_transactions|transfer_vehicles|fleets\/(new|\d+))\/?$/

/** Returns the mode for a path: FMC mode for FMC users on FMC paths, else fleet mode (FMC-003). */
export function modeAt(user: { isFMC: boolean }, pathname: string): Mode {
  return user.isFMC && FMC_PATHS.test(pathname) ? 'fmc' : 'fleet'
}

/** The mode of this tab; sessionStorage preserves it across reloads (API-021). */
function currentMode(): Mode {
  return sessionStorage.getItem(modeKey) === 'fmc' ? 'fmc' : 'fleet'
}

/** Switches the mode: at sign-in (ACC-050) and by the links between the two areas. */
export function setMode(mode: Mode): void {
  if (mode === sessionStorage.getItem(modeKey)) return
  sessionStorage.setItem(modeKey, mode)
  for (const listener of [...listeners]) listener()
}

export function useMode(): Mode {
  return useSyncExternalStore(subscribe, currentMode)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
