import { Queue } from 'workbox-background-sync'
import { serveQueue } from './queue-worker.ts'

serveQueue(new Queue('outbox'))
