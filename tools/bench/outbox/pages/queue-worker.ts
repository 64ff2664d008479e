import type { Queue } from 'workbox-background-sync'

interface WorkerScope {
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void
}

interface WorkerEvent {
  request: Request
  ports: MessagePort[]
  waitUntil(work: Promise<unknown>): void
  respondWith(response: Promise<Response>): void
}

const worker = globalThis as unknown as WorkerScope

/** Takes control at once and reports to the harness whether the queue is being sent. */
export function reportQueueState(queue: Queue): void {
  worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
  worker.addEventListener('message', (event) => {
    const { _syncInProgress } = queue as unknown as { _syncInProgress: boolean }
    event.ports[0]?.postMessage(_syncInProgress)
  })
}

/**
 * Queues a POST that fails. Responds 202 once the entry is stored, and with an error if storing failed. The documented
 * recipe reports neither.
 */
export function serveQueue(queue: Queue): void {
  worker.addEventListener('fetch', (event) => {
    if (event.request.method === 'POST') event.respondWith(sendOrQueue(queue, event.request))
  })
}

async function sendOrQueue(queue: Queue, request: Request): Promise<Response> {
  try {
    return await fetch(request.clone())
  } catch {
    await queue.pushRequest({ request })
    return Response.json({ queued: true }, { status: 202 })
  }
}
