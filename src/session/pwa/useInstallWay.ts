import { useSyncExternalStore } from 'react'
import { type InstallWay, installStore, mayHintInstall } from './installation.ts'

/** How the app can be installed here, if it can. */
export function useInstallWay(): InstallWay {
  return useSyncExternalStore(installStore.subscribe, installStore.way)
}

/** Whether the hint shall show by itself: installable, and not declined within the last month. */
export function useInstallHint(): boolean {
  return useSyncExternalStore(installStore.subscribe, () => installStore.way() !== null && mayHintInstall())
}
