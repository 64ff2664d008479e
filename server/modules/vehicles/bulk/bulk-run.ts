import { hasFeature } from '#contract/core/brand-features.ts'
import type { PushMessage } from '#contract/home/push.ts'
import type { BulkUpsertion } from '#contract/vehicles/bulk.ts'
import { can } from '#domain/access/permissions.ts'
import {
  BulkFileProblem,
  type BulkFileReader,
  type BulkProblem,
  bulkFileReader,
} from '#domain/vehicles/bulk-file.ts'
import { createPlateFilter } from '#domain/vehicles/bulk-plates.ts'
import type { BulkRow, BulkVehicle } from '#domain/vehicles/bulk-rules.ts'
import { brandOrDefault } from '#server/brands/brand-or-default.ts'
import { createSlicePause, isAnotherFleetActive } from '#server/fairness/background-turns.ts'
import { ServerStops } from '#server/jobs/server-stops.ts'
import { BULK_REPORT_KEEP_DAYS } from '#server/limits.ts'
import type { Ports } from '#server/use-case.ts'
import { findStanding } from '../../access/fleet-access.ts'
import { listPlates } from '../vehicles/vehicle-batches.service.ts'
import { type BulkJob, bulkRepository as uploads } from './bulk.repository.ts'
import { type ChunkDeps, writeChunk } from './bulk-chunk.ts'
import { sendBulkReport } from './bulk-report.ts'

/** Rows per transaction. Fewer while another fleet is active, because its requests share the database. */
const CHUNK_ROWS = 1000
const CHUNK_ROWS_WHEN_SHARED = 200
/** Rows parsed without a pause, about a millisecond; other requests run in between. */
const SLICE_ROWS = 100
/** After this many attempts without progress the upload is given up, so that the fleet can send another. */
const ATTEMPTS_MAX = 5
/** Rows after which garbage is collected, about 16 MB (decision 112). */
const ROWS_OF_GARBAGE = 15_000

interface RunDeps extends ChunkDeps {
  ports: Pick<Ports, 'mail' | 'brands' | 'originOf'>
  /** Notifies the user's open apps. A lost message does no harm, because apps also poll. */
  notify: (to: { fleetId: number; userId: number }, message: PushMessage) => void
  /** Notifies devices that vehicles of the fleet changed. */
  announce: (fleetId: number) => void
  startDueDates: (fleet: { id: number; timeZone: string }) => void
  log: { error(about: object, message: string): void }
  /** Collects garbage now. */
  collectGarbage: () => void
  chunkRows?: number
}

/**
 * Processes an upload from its cursor. First parses the whole file, so that an invalid file writes nothing, then writes
 * it chunk by chunk. A kill at any point, or two servers at once, neither lose nor duplicate rows.
 */
export function bulkRun(deps: RunDeps) {
  const { db } = deps
  let isStopping = false

  /** @returns whether the server stops before the end of the file */
  async function write(job: BulkJob): Promise<boolean> {
    const sharedPlates = await readThrough(deps, job)
    const count = collectAfterRows(deps, job)
    count(job.rows_total ?? 0)
    for await (const chunk of prefetch(chunksOf(deps, job))) {
      if (isStopping) return true
      await requireRight(deps, job)
      const upsertion = await writeChunk(deps, job, chunk, sharedPlates)
      if (!upsertion) return false
      job.cursor_row = chunk.at(-1)?.row ?? job.cursor_row
      count(chunk.length)
      notifyUser(deps, job, upsertion)
    }
    await finish(deps, job, null)
    return false
  }

  return {
    /** Continues an upload until it ends. Throws ServerStops if the server stops first. */
    async run(id: string): Promise<void> {
      // Before `begin`, which counts an attempt.
      if (isStopping) throw new ServerStops()
      const job = await uploads.begin(db, id)
      if (!job) return
      // An attempt that killed the process, for example by its use of memory, did not reach the `catch` below.
      if (job.attempts > ATTEMPTS_MAX) return finish(deps, job, 'internal')
      let isCutShort = false
      try {
        isCutShort = await write(job)
      } catch (error) {
        if (error instanceof BulkFileProblem) return finish(deps, job, error.problem)
        deps.log.error({ err: error, upload: id }, 'A bulk upload failed')
        if (job.attempts >= ATTEMPTS_MAX) return finish(deps, job, 'internal')
        throw error
      }
      if (isCutShort) throw new ServerStops()
    },
    /** Deletes old uploads with their reports. */
    deleteOld: () => uploads.deleteFinished(db, BULK_REPORT_KEEP_DAYS),
    /** Stops after the current chunk; the next run continues. */
    stop() {
      isStopping = true
    },
  }
}
export type BulkRun = ReturnType<typeof bulkRun>

/** Checked for each chunk, because the user may lose the right, or the fleet the feature, meanwhile (decision 72). */
async function requireRight({ db, ports }: RunDeps, { user, fleet }: BulkJob): Promise<void> {
  const standing = await findStanding(db, user.id, fleet.id)
  if (!standing || !can(standing, 'vehicles.edit')) throw new BulkFileProblem('not_allowed')
  if (!hasFeature(brandOrDefault(ports.brands, standing.brand), 'addVehicles'))
    throw new BulkFileProblem('not_allowed')
}

/** Parses the whole file before anything is written. @returns VINs of rows whose plate another vehicle has too */
async function readThrough(deps: RunDeps, job: BulkJob): Promise<Set<string>> {
  const plates = createPlateFilter()
  const reader = await readVehicles(deps, job, (vehicle, row) =>
    plates.add(vehicle.license_plate_number, row),
  )
  if (job.rows_total === null) {
    job.rows_total = reader.rows()
    await uploads.setTotal(deps.db, job.id, job.rows_total, reader.unit())
  }
  const stored = await listPlates(deps.db, job.fleet.id)
  for (const [i, { vin, license_plate_number }] of stored.entries())
    plates.add(license_plate_number, (vin && reader.rowOf(vin)) || -i - 1)
  if (plates.isEmpty()) return new Set()
  const check = plates.secondPass(stored)
  await readVehicles(deps, job, (vehicle) => check.add(vehicle))
  return check.shared()
}

/** Parses the whole file; `take` gets its accepted rows. @returns the reader */
async function readVehicles(
  deps: RunDeps,
  job: BulkJob,
  take: (vehicle: BulkVehicle, row: number) => void,
): Promise<Pick<BulkFileReader, 'rows' | 'rowOf' | 'unit'>> {
  const reader = bulkFileReader()
  const pause = createSlicePause(job.fleet.id)
  for await (const { bytes, isLast } of partsOf(deps, job))
    for (const { row, vehicle } of reader.push(bytes, isLast)) {
      if (reader.rows() % SLICE_ROWS === 0) await pause()
      if (vehicle) take(vehicle, row)
    }
  return reader
}

/**
 * Returns a function that counts processed rows and collects garbage after every `ROWS_OF_GARBAGE` of them. Not while another
 * fleet is active, because its requests would wait.
 */
function collectAfterRows({ collectGarbage }: RunDeps, { fleet }: BulkJob): (rows: number) => void {
  let uncollected = 0
  return (rows) => {
    uncollected += rows
    if (uncollected < ROWS_OF_GARBAGE) return
    uncollected = 0
    if (!isAnotherFleetActive(fleet.id)) collectGarbage()
  }
}

/** Yields the remaining chunks. Parses from the start, because a row's result depends on the rows before it. */
async function* chunksOf(deps: RunDeps, job: BulkJob): AsyncGenerator<BulkRow[]> {
  const { chunkRows = CHUNK_ROWS } = deps
  const from = job.cursor_row
  const reader = bulkFileReader()
  const pause = createSlicePause(job.fleet.id)
  let chunk: BulkRow[] = []
  const sizeNow = () =>
    isAnotherFleetActive(job.fleet.id) ? Math.min(chunkRows, CHUNK_ROWS_WHEN_SHARED) : chunkRows
  for await (const { bytes, isLast } of partsOf(deps, job)) {
    for (const row of reader.push(bytes, isLast)) {
      if (reader.rows() % SLICE_ROWS === 0) await pause()
      if (row.row <= from) continue
      chunk.push(row)
      if (chunk.length < sizeNow()) continue
      yield chunk
      chunk = []
    }
  }
  if (chunk.length > 0) yield chunk
}

/** Yields the parts of the file from the start; the last one is empty. */
async function* partsOf(
  { db }: RunDeps,
  { id }: BulkJob,
): AsyncGenerator<{ bytes: Uint8Array; isLast: boolean }> {
  for (let number = 0; ; number++) {
    const bytes = await uploads.part(db, id, number)
    yield { bytes: bytes ?? new Uint8Array(0), isLast: bytes === undefined }
    if (bytes === undefined) return
  }
}

/**
 * Ends the upload and queues its email in one transaction, so that the report is sent exactly once. An inactive
 * user gets no email.
 */
async function finish(deps: RunDeps, job: BulkJob, problem: BulkProblem | null): Promise<void> {
  const ended = await deps.db.system(async (tx) => {
    const upsertion = await uploads.finish(tx, job.id, problem)
    if (upsertion && (await uploads.hasActiveUser(tx, job.id)))
      await sendBulkReport({ tx, ports: deps.ports }, job, upsertion)
    return upsertion
  })
  if (!ended) return
  notifyUser(deps, job, ended)
  if (ended.created + ended.updated === 0) return
  deps.announce(job.fleet.id)
  deps.startDueDates(job.fleet)
}

function notifyUser(deps: RunDeps, { fleet, user }: BulkJob, bulk_upsertion: BulkUpsertion): void {
  deps.notify({ fleetId: fleet.id, userId: user.id }, { type: 'bulk_upsertion', bulk_upsertion })
}

/** Yields the items of `source`, requesting the next one early: the file is parsed while the database writes. */
async function* prefetch<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = source.next()
      // Prevents an unhandled rejection if the consumer stops before this item arrives.
      next.catch(() => {})
      yield value
    }
  } finally {
    await source.return(undefined)
  }
}
