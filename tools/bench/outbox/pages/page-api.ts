import { type BenchEntry, benchEntry } from '#tools/bench/outbox/entry.ts'

/** The outcome of one entry as reported to the page. */
export interface SaveResult {
  id: string
  /** Idempotency-Key of its requests; null: refused. */
  key: string | null
  accepted: boolean
  /** From the call to the result. */
  ms: number
}

/** The entries for one page: numbers `from` (inclusive) to `to` (exclusive) of a seed. */
export interface Batch {
  seed: number
  from: number
  to: number
  /** Size of the PDF of each entry; 0: none. */
  fileBytes: number
  vehicles: number
  /** For restored drafts: the entries use the ids of this seed and the content of `seed`. */
  idSeed?: number
}

/** The interface of every client's page to the harness, as `window.bench`. */
export interface PageClient {
  /** Enqueues one entry. Returns its Idempotency-Key once the page may confirm the save to the user, else null. */
  enqueue(entry: BenchEntry, file: BenchFile | null): Promise<string | null>
  /** Number of entries waiting in the client's own storage. */
  count(): Promise<number>
  /** Ids of the waiting entries. */
  waiting(): Promise<string[]>
  /** Ids of the entries that are shown to the user because they need a decision. */
  needsYou(): Promise<string[]>
  /** Whether a request is open or about to start. */
  isSending(): Promise<boolean>
  /** Signs the user in, and from now on after every 401 at once. */
  signIn(): void
  /** Simulates an absent user: no sign-in happens. */
  leave(): void
  /** Presses 'Send now' on everything that needs the user. */
  sendNow(): Promise<void>
}

/** A PDF of random bytes, because compression would defeat a quota. */
export interface BenchFile {
  id: string
  name: string
  type: 'application/pdf'
  bytes: ArrayBuffer
}

export interface PageBench extends PageClient {
  enqueueAll(batch: Batch): Promise<SaveResult[]>
}

declare global {
  interface Window {
    bench?: PageBench
  }
}

/** Exposes the client on the page; the harness waits for it. */
export function offer(client: PageClient): void {
  window.bench = { ...client, enqueueAll: (batch) => enqueueAll(client, batch) }
}

async function enqueueAll(client: PageClient, batch: Batch): Promise<SaveResult[]> {
  const { seed, from, to, fileBytes, vehicles } = batch
  const results: SaveResult[] = []
  for (let index = from; index < to; index++) {
    const content = benchEntry(seed, index, vehicles)
    const entry = { ...content, id: benchEntry(batch.idSeed ?? seed, index, vehicles).id }
    const file = fileBytes > 0 ? randomPdf(fileBytes) : null
    const start = performance.now()
    const key = await client.enqueue(entry, file).catch(() => null)
    results.push({ id: entry.id, key, accepted: key !== null, ms: performance.now() - start })
  }
  return results
}

function randomPdf(size: number): BenchFile {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  const tail = new TextEncoder().encode('\nendstream\n%%EOF\n')
  bytes.set(new TextEncoder().encode('%PDF-1.4\n<<>>stream\n'))
  bytes.set(tail, size - tail.length)
  return { id: crypto.randomUUID(), name: 'invoice.pdf', type: 'application/pdf', bytes: bytes.buffer }
}
