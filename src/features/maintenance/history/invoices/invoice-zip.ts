import type { MaintenanceDocument } from '#contract/maintenance/history-record.ts'
import { downloadFile } from '#src/lib/download.ts'

/** File name from the specification (MHX-050). */
const ZIP_NAME = 'invoice_documents.zip'

/** An invoice with the day of its entry, which becomes part of its name in the zip. */
export interface DatedDocument<Document extends ZippedDocument = ZippedDocument> {
  day: string
  document: Document
}

type ZippedDocument = Pick<MaintenanceDocument, 'id' | 'file_name'>

export interface ZipJob {
  done: number
  total: number
  /** Number of invoices that could not be loaded. */
  missing: number
}

const jobs = new Map<number, ZipJob>()
const listeners = new Set<() => void>()

function report(vehicleId: number, job: ZipJob | undefined) {
  if (job) jobs.set(vehicleId, job)
  else jobs.delete(vehicleId)
  for (const listener of [...listeners]) listener()
}

/** Progress of each vehicle's zip. The job continues while other screens are open. */
export const zipJobs = {
  of: (vehicleId: number): ZipJob | undefined => jobs.get(vehicleId),
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/**
 * Packs all invoices of a vehicle into one file, one after the other, and starts its download, if any was available.
 * @param blobOf returns the bytes of a document, or undefined if unavailable
 * @returns the number of documents that could not be packed
 */
export async function zipInvoices<Document extends ZippedDocument>(
  vehicleId: number,
  documents: readonly DatedDocument<Document>[],
  blobOf: BlobOf<Document>,
): Promise<number> {
  if (jobs.has(vehicleId)) return 0
  const job: ZipJob = { done: 0, total: documents.length, missing: 0 }
  report(vehicleId, { ...job })
  try {
    const parts = await pack(documents, blobOf, (wasThere) => {
      job.done += 1
      job.missing += wasThere ? 0 : 1
      report(vehicleId, { ...job })
    })
    if (job.missing < job.total) downloadFile(new Blob(parts, { type: 'application/zip' }), ZIP_NAME)
    return job.missing
  } finally {
    report(vehicleId, undefined)
  }
}

type BlobOf<Document> = (document: Document) => Promise<Blob | undefined>

/**
 * Returns the parts of the zip in order. Only one document is in memory at a time; the browser may keep the parts on
 * disk.
 */
async function pack<Document extends ZippedDocument>(
  documents: readonly DatedDocument<Document>[],
  blobOf: BlobOf<Document>,
  onPacked: (wasThere: boolean) => void,
): Promise<Blob[]> {
  const { Zip, ZipPassThrough } = await import('fflate')
  const parts: Blob[] = []
  let failure: unknown
  const zip = new Zip((error, chunk) => {
    failure ??= error
    parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]))
  })
  const names = zipNames(documents)
  for (const [index, { document }] of documents.entries()) {
    const blob = await blobOf(document)
    if (blob) {
      // JPEG, PNG and PDF are already compressed, so compressing again would only cost time.
      const entry = new ZipPassThrough(names[index] ?? document.file_name)
      zip.add(entry)
      entry.push(new Uint8Array(await blob.arrayBuffer()), true)
    }
    onPacked(blob !== undefined)
  }
  zip.end()
  if (failure) throw failure
  return parts
}

/** Returns a unique name per document: prefixed with the day, and numbered if necessary. */
export function zipNames(documents: readonly DatedDocument[]): string[] {
  const used = new Map<string, number>()
  return documents.map(({ day, document }) => {
    const name = `${day} ${document.file_name}`
    const count = (used.get(name.toLowerCase()) ?? 0) + 1
    used.set(name.toLowerCase(), count)
    return count === 1 ? name : name.replace(/(\.[^.]*)?$/, ` (${count})$1`)
  })
}
