import type { PrecacheEntry } from 'workbox-precaching'

/** Of the Background Sync API, which TypeScript does not know. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** The global of this worker. */
export interface WorkerScope extends ServiceWorkerGlobalScope {
  /** Files of the build, filled in by it. */
  __WB_MANIFEST: (PrecacheEntry | string)[]
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void
  addEventListener<K extends keyof ServiceWorkerGlobalScopeEventMap>(
    type: K,
    listener: (event: ServiceWorkerGlobalScopeEventMap[K]) => void,
  ): void
}
