import { Queue } from 'workbox-background-sync'
import { serveQueue, tellOfQueue } from './queue-worker.ts'

// What a careful team adds: an answer counts only when it is a success and from our server.
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
tellOfQueue(queue)
