import { useSyncExternalStore } from 'react'
import { type InstallMethod, installStore, mayHintInstall } from './installation.ts'

/** Returns how the app can be installed here, or null. */
export function useInstallMethod(): InstallMethod {
  return useSyncExternalStore(installStore.subscribe, installStore.method)
}

/** Returns whether to show the hint unprompted: installable, and not declined within the last month. */
export function useInstallHint(): boolean {
  return useSyncExternalStore(
    installStore.subscribe,
    () => installStore.method() !== null && mayHintInstall(),
  )
}
