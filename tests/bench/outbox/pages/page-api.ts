import { type BenchEntry, benchEntry } from '../entry.ts'

/** What became of one entry, as the page was told. */
export interface Told {
  id: string
  accepted: boolean
  /** From the call until the page knew. */
  ms: number
}

/** What every client's page offers to the harness, as `window.bench`. */
export interface PageClient {
  /** Hands one entry over; true: the page may tell the person that it is kept. */
  enqueue(entry: BenchEntry): Promise<boolean>
  /** How many entries wait in the client's own storage. */
  count(): Promise<number>
  /** Ids of the entries that wait there. */
  waiting(): Promise<string[]>
  /** Whether something is on the wire or about to be. */
  isSending(): Promise<boolean>
}

export interface PageBench extends PageClient {
  enqueueAll(seed: number, count: number): Promise<Told[]>
}

declare global {
  interface Window {
    bench?: PageBench
  }
}

/** Puts the client on the page; the harness waits for it. */
export function offer(client: PageClient): void {
  window.bench = { ...client, enqueueAll: (seed, count) => enqueueAll(client, seed, count) }
}

async function enqueueAll(client: PageClient, seed: number, count: number): Promise<Told[]> {
  const told: Told[] = []
  for (let index = 0; index < count; index++) {
    const entry = benchEntry(seed, index)
    const start = performance.now()
    const accepted = await client.enqueue(entry).catch(() => false)
    told.push({ id: entry.id, accepted, ms: performance.now() - start })
  }
  return told
}
