import { useSyncExternalStore } from 'react'

/** Whether an FMC user views one fleet or the management company (FMC-001). */
export type Mode = 'fleet' | 'fmc'

const storageKey = 'mode'
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
  return sessionStorage.getItem(storageKey) === 'fmc' ? 'fmc' : 'fleet'
}

/**
 * Returns the dashboard that `/` redirects to. A new tab has no mode yet: FMC users start in FMC mode (FMC-002,
 * FMC-006).
 */
export function dashboardOf(user: { isFMC: boolean }): '/fmc_dashboard' | '/dashboard' {
  return user.isFMC && sessionStorage.getItem(storageKey) !== 'fleet' ? '/fmc_dashboard' : '/dashboard'
}

/** Switches the mode: at sign-in (ACC-050) and by the links between the two areas. */
export function setMode(mode: Mode): void {
  if (mode === sessionStorage.getItem(storageKey)) return
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
