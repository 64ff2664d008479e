import { toForm } from '#src/offline/transport/form-fields.ts'
import { offer } from './page-api.ts'

/**
 * Set by the build. 'network error': the only signal of the documented recipe; the page then assumes that the entry
 * will be sent · 'answer': the worker reports whether it stored the entry.
 */
declare const __SAVE_SIGNAL__: 'network error' | 'answer'

// The page of both baselines: it posts, and the worker queues failed requests.

await navigator.serviceWorker.register('/sw.js')
await navigator.serviceWorker.ready
if (!navigator.serviceWorker.controller) {
  await new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  )
}

offer({
  async enqueue({ id, payload }, file) {
    const body = toForm({ id, ...payload })
    if (file) body.append('invoice', new Blob([file.bytes], { type: file.type }), file.name)
    const sent = fetch('/api/v4/manual_maintenance_histories', {
      method: 'POST',
      body,
      headers: { 'Idempotency-Key': id, 'App-Name': 'bench', Accept: 'application/json' },
    })
    if (__SAVE_SIGNAL__ === 'answer') return (await sent).ok ? id : null
    return sent.then(
      (response) => (response.ok ? id : null),
      () => id,
    )
  },
  count: async () => (await queued((store) => store.count())) ?? 0,
  waiting: async () =>
    ((await queued((store) => store.getAll())) ?? []).map(
      (row: QueuedRow) => row.requestData.headers['idempotency-key'],
    ),
  needsYou: async () => [],
  isSending: () => askWorker(),
  signIn() {},
  leave() {},
  async sendNow() {},
})

interface QueuedRow {
  requestData: { headers: { 'idempotency-key': string } }
}

/** Reads the store of workbox-background-sync; undefined before workbox has created it. */
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

/** A worker that is stopped during a request never responds and sends nothing. */
const RESPONSE_WITHIN_MS = 1500

function askWorker(): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), RESPONSE_WITHIN_MS)
    port1.onmessage = ({ data }) => resolve(data as boolean)
    navigator.serviceWorker.controller?.postMessage('is-sending', [port2])
  })
}
