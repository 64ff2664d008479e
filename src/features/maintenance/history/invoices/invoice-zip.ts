import type { MaintenanceDocument } from '#contract/maintenance/history.ts'
import { downloadFile } from '#src/lib/download.ts'

/** Name that the documents ask for (MHX-050). */
const ZIP_NAME = 'invoice_documents.zip'

/** An invoice with the day of its entry: it becomes part of the name in the zip. */
export interface DatedDocument {
  day: string
  document: Pick<MaintenanceDocument, 'id' | 'file_name'>
}

export interface ZipJob {
  done: number
  total: number
  /** Invoices that were neither here nor to be had. */
  missing: number
}

const jobs = new Map<number, ZipJob>()
const listeners = new Set<() => void>()

function report(vehicleId: number, job: ZipJob | undefined) {
  if (job) jobs.set(vehicleId, job)
  else jobs.delete(vehicleId)
  for (const listener of [...listeners]) listener()
}

/** How far the zip of a vehicle is: the work goes on while other screens are open, and is found again here. */
export const zipJobs = {
  of: (vehicleId: number): ZipJob | undefined => jobs.get(vehicleId),
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/**
 * Packs all invoices of a vehicle into one file, one after the other, and hands it to the browser's downloads.
 * @param blobOf the bytes of a document, undefined where it cannot be had now
 * @returns how many could not be packed
 */
export async function zipInvoices(
  vehicleId: number,
  documents: readonly DatedDocument[],
  blobOf: BlobOf,
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
    downloadFile(new Blob(parts, { type: 'application/zip' }), ZIP_NAME)
    return job.missing
  } finally {
    report(vehicleId, undefined)
  }
}

type BlobOf = (documentId: string) => Promise<Blob | undefined>

/** The parts of the zip, in order. One document is in memory at a time; the browser may keep the parts on disk. */
async function pack(
  documents: readonly DatedDocument[],
  blobOf: BlobOf,
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
    const blob = await blobOf(document.id)
    if (blob) {
      // JPEG, PNG and PDF are packed already: packing them again costs time and gains nothing.
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

/** One name per document: the day in front, and a number where that is still not enough. */
export function zipNames(documents: readonly DatedDocument[]): string[] {
  const used = new Map<string, number>()
  return documents.map(({ day, document }) => {
    const name = `${day} ${document.file_name}`
    const count = (used.get(name.toLowerCase()) ?? 0) + 1
    used.set(name.toLowerCase(), count)
    return count === 1 ? name : name.replace(/(\.[^.]*)?$/, ` (${count})$1`)
  })
}
