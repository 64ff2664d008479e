import { useSyncExternalStore } from 'react'
import { type InstallMethod, installStore, mayHintInstall } from './installation.ts'

/** How the app can be installed here, if it can. */
export function useInstallMethod(): InstallMethod {
  return useSyncExternalStore(installStore.subscribe, installStore.method)
}

/** Whether the hint shall show by itself: installable, and not declined within the last month. */
export function useInstallHint(): boolean {
  return useSyncExternalStore(
    installStore.subscribe,
    () => installStore.method() !== null && mayHintInstall(),
  )
}
