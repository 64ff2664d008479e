import type { PrecacheEntry } from 'workbox-precaching'

/** Event of the Background Sync API, which TypeScript's types lack. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** Global scope of this worker. */
export interface WorkerScope extends ServiceWorkerGlobalScope {
  /** Files of the build, injected by the build. */
  __WB_MANIFEST: (PrecacheEntry | string)[]
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void
  addEventListener<K extends keyof ServiceWorkerGlobalScopeEventMap>(
    type: K,
    listener: (event: ServiceWorkerGlobalScopeEventMap[K]) => void,
  ): void
}
