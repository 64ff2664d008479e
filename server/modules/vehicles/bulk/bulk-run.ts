import { setImmediate as breathe } from 'node:timers/promises'
import type { PushMessage } from '#contract/home/push.ts'
import type { BulkUpsertion } from '#contract/vehicles/bulk.ts'
import { BULK_REPORT_KEEP_DAYS } from '#domain/core/limits.ts'
import { BulkFileProblem, type BulkProblem, bulkFileReader } from '#domain/vehicles/bulk-file.ts'
import { plateCheck } from '#domain/vehicles/bulk-plates.ts'
import type { BulkRow } from '#domain/vehicles/bulk-rules.ts'
import type { BulkJob } from './bulk.repository.ts'
import { type ChunkDeps, writeChunk } from './bulk-chunk.ts'
import type { BulkReport } from './bulk-report.ts'

/** Rows of one transaction. */
const CHUNK_ROWS = 1000
/** Rows that are read in one go, about a millisecond: others come to their turn between two. */
const SLICE_ROWS = 100
/** An upload that was begun so often without moving on is given up, so that the fleet can send another. */
const ATTEMPTS_MAX = 5

export interface RunDeps extends ChunkDeps {
  report: BulkReport
  /** Tells the user's open apps; lost words do no harm, apps also ask. */
  tell: (to: { fleetId: number; userId: number }, message: PushMessage) => void
  /** Says that vehicles of the fleet changed. */
  announce: (fleetId: number) => void
  startDueDates: (fleet: { id: number; timeZone: string }) => void
  log: { error(about: object, message: string): void }
  chunkRows?: number
}

/**
 * Works an upload off, from wherever it stands: reads the file through once, so that a file that is none writes nothing,
 * then writes it chunk by chunk. A kill at any moment loses and doubles nothing; two servers at once neither.
 */
export function bulkRun(deps: RunDeps) {
  const { db, uploads, chunkRows = CHUNK_ROWS } = deps
  let isStopping = false

  /** The file in its pieces, from its beginning; the last one is empty. */
  async function* partsOf({ id }: BulkJob): AsyncGenerator<{ bytes: Uint8Array; isLast: boolean }> {
    for (let number = 0; ; number++) {
      const bytes = await uploads.part(db, id, number)
      yield { bytes: bytes ?? new Uint8Array(0), isLast: bytes === undefined }
      if (bytes === undefined) return
    }
  }

  /** What is left of the file. It is read from its beginning: a row's verdict depends on those before it. */
  async function* chunksOf(job: BulkJob): AsyncGenerator<BulkRow[]> {
    const from = job.cursor_row
    const reader = bulkFileReader()
    let chunk: BulkRow[] = []
    for await (const { bytes, isLast } of partsOf(job)) {
      for (const row of reader.push(bytes, isLast)) {
        if (reader.rows() % SLICE_ROWS === 0) await breathe()
        if (row.row <= from) continue
        chunk.push(row)
        if (chunk.length < chunkRows) continue
        yield chunk
        chunk = []
      }
    }
    if (chunk.length > 0) yield chunk
  }

  /** Reads the file through before anything is written. @returns VINs of rows whose plate another vehicle has too */
  async function readThrough(job: BulkJob): Promise<Set<string>> {
    const reader = bulkFileReader()
    const plates = plateCheck()
    for await (const { bytes, isLast } of partsOf(job))
      for (const { vehicle } of reader.push(bytes, isLast)) {
        if (reader.rows() % SLICE_ROWS === 0) await breathe()
        if (vehicle) plates.add(vehicle)
      }
    if (job.rows_total === null) await uploads.setTotal(db, job.id, reader.rows())
    return plates.shared(await deps.vehicles.plates(db, job.fleet.id))
  }

  const notifyUser = ({ fleet, user }: BulkJob, bulk_upsertion: BulkUpsertion) =>
    deps.tell({ fleetId: fleet.id, userId: user.id }, { type: 'bulk_upsertion', bulk_upsertion })

  /** Ends it with its mail in one transaction: the report comes exactly once. */
  async function finish(job: BulkJob, problem: BulkProblem | null): Promise<void> {
    const ended = await db.system(async (tx) => {
      const upsertion = await uploads.finish(tx, job.id, problem)
      if (upsertion) await deps.report.send(tx, job, upsertion)
      return upsertion
    })
    if (!ended) return
    notifyUser(job, ended)
    if (ended.created + ended.updated === 0) return
    deps.announce(job.fleet.id)
    deps.startDueDates(job.fleet)
  }

  async function write(job: BulkJob): Promise<void> {
    const sharedPlates = await readThrough(job)
    for await (const chunk of prefetch(chunksOf(job))) {
      if (isStopping) return
      const upsertion = await writeChunk(deps, job, chunk, sharedPlates)
      if (!upsertion) return
      job.cursor_row = chunk.at(-1)?.row ?? job.cursor_row
      notifyUser(job, upsertion)
    }
    await finish(job, null)
  }

  return {
    /** Goes on with an upload until it is over, or until the server stops. */
    async run(id: string): Promise<void> {
      const job = await uploads.begin(db, id)
      if (!job) return
      try {
        await write(job)
      } catch (error) {
        if (error instanceof BulkFileProblem) return finish(job, error.problem)
        deps.log.error({ err: error, upload: id }, 'A bulk upload could not go on')
        if (job.attempts >= ATTEMPTS_MAX) return finish(job, 'internal')
        throw error
      }
    },
    /** Forgets the reports of long ago. */
    deleteOld: () => uploads.deleteFinished(db, BULK_REPORT_KEEP_DAYS),
    /** Ends after the chunk that is under way; the next start goes on. */
    stop() {
      isStopping = true
    },
  }
}
export type BulkRun = ReturnType<typeof bulkRun>

/** The same, with the next one under way while one is worked on: the file is read while the database writes. */
async function* prefetch<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = source.next()
      // Whoever goes away before it comes hears nothing of it.
      next.catch(() => {})
      yield value
    }
  } finally {
    await source.return(undefined)
  }
}
