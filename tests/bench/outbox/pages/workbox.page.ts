import { toForm } from '#src/offline/commands/form-fields.ts'
import { offer } from './page-api.ts'

// The page of both baselines: it posts, and the worker queues what fails.

await navigator.serviceWorker.register('/sw.js')
await navigator.serviceWorker.ready
if (!navigator.serviceWorker.controller) {
  await new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  )
}

offer({
  async enqueue({ id, payload }) {
    const response = await fetch('/api/v4/manual_maintenance_histories', {
      method: 'POST',
      body: toForm({ id, ...payload }),
      headers: { 'Idempotency-Key': id, 'App-Name': 'bench', Accept: 'application/json' },
    })
    return response.ok
  },
  count: async () => (await queued((store) => store.count())) ?? 0,
  waiting: async () =>
    ((await queued((store) => store.getAll())) ?? []).map(
      (row: QueuedRow) => row.requestData.headers['idempotency-key'],
    ),
  isSending: () => askWorker(),
})

interface QueuedRow {
  requestData: { headers: { 'idempotency-key': string } }
}

/** Reads the store of workbox-background-sync; undefined before it made one. */
async function queued<T>(read: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  const name = 'workbox-background-sync'
  if (!(await indexedDB.databases()).some((database) => database.name === name)) return undefined
  const db = await done(indexedDB.open(name))
  try {
    return await done(read(db.transaction('requests').objectStore('requests')))
  } finally {
    db.close()
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function askWorker(): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data as boolean)
    navigator.serviceWorker.controller?.postMessage('is-sending', [port2])
  })
}
