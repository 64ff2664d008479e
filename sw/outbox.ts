import { SYNC_TAG } from '#src/offline/sender/background-sync.ts'
import { sendFromWorker } from '#src/offline/worker-outbox.ts'
import type { WorkerScope } from './worker-scope.ts'

/** Sends the queue when the browser reports a network; never enqueues (docs/offline.md#service-worker). */
export function sendOnBackgroundSync(worker: WorkerScope): void {
  let sending: Promise<boolean> | null = null
  const send = () => {
    sending ??= sendFromWorker().finally(() => {
      sending = null
    })
    return sending
  }
  worker.addEventListener('sync', (event) => {
    if (event.tag !== SYNC_TAG) return
    event.waitUntil(
      send().then((isWorkLeft) => {
        // A rejection makes the browser wake the worker again.
        if (isWorkLeft) throw new Error('Entries are left')
      }),
    )
  })
}
