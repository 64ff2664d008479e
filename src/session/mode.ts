import { useSyncExternalStore } from 'react'

/** Whether an FMC user looks at one fleet or at the management company (FMC-001). */
export type Mode = 'fleet' | 'fmc'

const storageKey = 'mode'
const listeners = new Set<() => void>()

/** Paths of the management company's area (FMC-003). */
const FMC_PATHS =
  /^\/(fmc_dashboard|fmc_users(\/.+)?|fmc_activeorders|fmc_transactions|transfer_vehicles|fleets\/(new|\d+))\/?$/

/** FMC mode is for FMC users on FMC paths; everything else is fleet mode (FMC-003). */
export function modeAt(user: { isFMC: boolean }, pathname: string): Mode {
  return user.isFMC && FMC_PATHS.test(pathname) ? 'fmc' : 'fleet'
}

/** The mode of this tab; sessionStorage keeps it through a reload (API-021). */
function currentMode(): Mode {
  return sessionStorage.getItem(storageKey) === 'fmc' ? 'fmc' : 'fleet'
}

/** The dashboard that `/` leads to. A new tab has no mode yet: FMC users begin in FMC mode (FMC-002, FMC-006). */
export function dashboardOf(user: { isFMC: boolean }): '/fmc_dashboard' | '/dashboard' {
  return user.isFMC && sessionStorage.getItem(storageKey) !== 'fleet' ? '/fmc_dashboard' : '/dashboard'
}

/** Flips the mode: at sign-in (ACC-050) and by the links between the two areas. */
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
