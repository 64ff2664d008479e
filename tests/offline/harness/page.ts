import type { OutboxStatus, WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import type { Clock } from '#src/offline/model/clock.ts'
import type { HistoryFields, NewFile } from '#src/offline/model/command.ts'
import { newId } from '#src/offline/model/ids.ts'
import { openOffline } from '#src/offline/offline.ts'

/** The entry to save. Its files are PDFs of random bytes of these sizes. */
export interface EntryOptions {
  vehicle?: number
  fileSizes?: number[]
}

/** What the user was shown about one entry. */
export interface SaveResult {
  id: string
  /** 'saved', or the name of the error that the form would show. */
  outcome: string
  files: { id: string; sha256: string }[]
}

/** Runs the offline core on an otherwise empty page, as `window.harness`. */
export interface Harness {
  save(options: EntryOptions): Promise<SaveResult>
  saveMany(count: number, options?: EntryOptions): Promise<SaveResult[]>
  status(): Promise<OutboxStatus>
  entries(): Promise<WaitingEntry[]>
  /** Ids of the entries on this device, in any state. */
  waiting(): Promise<string[]>
  localRow(id: string): Promise<unknown>
  start(): void
  sendNow(): void
  flush(): Promise<string>
}

declare global {
  interface Window {
    harness?: Harness
  }
}

/** A clock that runs four times as fast, for tests with long waits. */
const fastClock: Clock = {
  now: () => startedAt + (Date.now() - startedAt) * 4,
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs / 4)
    return () => clearTimeout(timer)
  },
}
const startedAt = Date.now()

const offline = await openOffline(
  { tenantId: 3, userId: 7, country: 'US', appName: 'harness', appVersion: 'test' },
  location.search.includes('fast') ? { clock: fastClock } : {},
)
const { outbox, cache } = offline

async function save({ vehicle = 1, fileSizes = [] }: EntryOptions): Promise<SaveResult> {
  const id = newId()
  const files = fileSizes.map(randomPdf)
  const payload: HistoryFields = {
    vehicle_id: vehicle,
    odometer: 48_210,
    date_of_completion: '2025-06-30',
    custom_shop_name: 'Harbour Road Garage',
    vehicle_services: [{ service_definition_id: 11, price: '129.95' }],
  }
  const savedFiles = await Promise.all(
    files.map(async (file) => ({ id: file.id, sha256: await sha256(file.bytes) })),
  )
  try {
    await outbox.enqueue({ kind: 'history.create', id, payload, files })
    return { id, outcome: 'saved', files: savedFiles }
  } catch (error) {
    return { id, outcome: error instanceof Error ? error.name : String(error), files: savedFiles }
  }
}

/** Returns a PDF with a stream of random bytes, because compressible bytes would not fill the quota. */
function randomPdf(size: number, index: number): NewFile {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  bytes.set(new TextEncoder().encode('%PDF-1.4\n<<>>stream\n'))
  bytes.set(new TextEncoder().encode('\nendstream\n%%EOF\n'), size - 17)
  return { id: newId(), name: `invoice-${index}.pdf`, type: 'application/pdf', bytes: bytes.buffer }
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const entries = () => outbox.entries.current()
window.harness = {
  save,
  async saveMany(count, options = {}) {
    const results: SaveResult[] = []
    for (let i = 0; i < count; i++) results.push(await save({ vehicle: 1 + (i % 5), ...options }))
    return results
  },
  status: () => outbox.status.current(),
  entries,
  waiting: async () => (await entries()).map((entry) => entry.entityId),
  localRow: (id) => cache.history(id).current(),
  start: () => offline.start(),
  sendNow: () => void outbox.retry(),
  flush: () => outbox.flushNow(),
}
if (!location.search.includes('idle')) offline.start()
if (!location.search.includes('no-worker')) await navigator.serviceWorker.register('/sw.js')
