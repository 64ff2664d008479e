import { type BenchEntry, benchEntry } from '#tools/bench/outbox/entry.ts'

/** What became of one entry, as the page was told. */
export interface Told {
  id: string
  /** Idempotency-Key under which it goes out; null: refused. */
  key: string | null
  accepted: boolean
  /** From the call until the page knew. */
  ms: number
}

/** The entries that a page is given: numbers `from` to before `to` of a seed. */
export interface Batch {
  seed: number
  from: number
  to: number
  /** Size of the PDF that each of them carries; 0: none. */
  fileBytes: number
  vehicles: number
  /** Restored drafts: the entries have the ids of this seed, and the content of their own. */
  idSeed?: number
}

/** What every client's page offers to the harness, as `window.bench`. */
export interface PageClient {
  /** Hands one entry over. Returns its Idempotency-Key when the page may tell the person that it is kept, else null. */
  enqueue(entry: BenchEntry, file: BenchFile | null): Promise<string | null>
  /** How many entries wait in the client's own storage. */
  count(): Promise<number>
  /** Ids of the entries that wait there. */
  waiting(): Promise<string[]>
  /** Ids of those that are put before the person, who alone can help. */
  needsYou(): Promise<string[]>
  /** Whether something is on the wire or about to be. */
  isSending(): Promise<boolean>
  /** The person comes back and signs in, and does so at once from now on. */
  signIn(): void
  /** The person is not there: nobody signs in. */
  leave(): void
  /** The person presses 'Send now' on everything that needs them. */
  sendNow(): Promise<void>
}

/** A PDF of random bytes: others would be compressed away under a quota. */
export interface BenchFile {
  id: string
  name: string
  type: 'application/pdf'
  bytes: ArrayBuffer
}

export interface PageBench extends PageClient {
  enqueueAll(batch: Batch): Promise<Told[]>
}

declare global {
  interface Window {
    bench?: PageBench
  }
}

/** Puts the client on the page; the harness waits for it. */
export function offer(client: PageClient): void {
  window.bench = { ...client, enqueueAll: (batch) => enqueueAll(client, batch) }
}

async function enqueueAll(client: PageClient, batch: Batch): Promise<Told[]> {
  const { seed, from, to, fileBytes, vehicles } = batch
  const told: Told[] = []
  for (let index = from; index < to; index++) {
    const content = benchEntry(seed, index, vehicles)
    const entry = { ...content, id: benchEntry(batch.idSeed ?? seed, index, vehicles).id }
    const file = fileBytes > 0 ? randomPdf(fileBytes) : null
    const start = performance.now()
    const key = await client.enqueue(entry, file).catch(() => null)
    told.push({ id: entry.id, key, accepted: key !== null, ms: performance.now() - start })
  }
  return told
}

function randomPdf(size: number): BenchFile {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  const tail = new TextEncoder().encode('\nendstream\n%%EOF\n')
  bytes.set(new TextEncoder().encode('%PDF-1.4\nstream\n'))
  bytes.set(tail, size - tail.length)
  return { id: crypto.randomUUID(), name: 'invoice.pdf', type: 'application/pdf', bytes: bytes.buffer }
}
