import { Queue } from 'workbox-background-sync'
import { reportQueueState, serveQueue } from './queue-worker.ts'

// The recipe with a typical hardening: a response counts only if it is a success from our server.
const queue = new Queue('outbox', {
  async onSync({ queue }) {
    for (let entry = await queue.shiftRequest(); entry; entry = await queue.shiftRequest()) {
      try {
        const response = await fetch(entry.request.clone())
        if (!response.ok || response.headers.get('x-wheelbook-api') !== '1') throw new Error('not taken')
      } catch (error) {
        await queue.unshiftRequest(entry)
        throw error
      }
    }
  },
})
serveQueue(queue)
reportQueueState(queue)
