import { createReadStream } from 'node:fs'
import type { Language } from '#contract/core/fields.ts'
import { pageOf } from '#contract/core/paging.ts'
import type { BulkCheck, BulkUpsertion } from '#contract/vehicles/bulk.ts'
import { dayIn } from '#domain/core/days.ts'
import { FILE_NAME_MAX } from '#domain/core/limits.ts'
import { BULK_PIECE_BYTES } from '#domain/vehicles/bulk-file.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { Problem } from '#server/problem.ts'
import { newUuid } from '../../core/documents/attributes.ts'
import type { BulkRepository } from './bulk.repository.ts'
import { type CheckDeps, checkRows } from './bulk-notes.ts'
import type { BulkReport } from './bulk-report.ts'

interface SpooledFile {
  path: string
  sha256: Buffer
  byteSize: number
}

interface BulkDeps {
  db: Database
  uploads: BulkRepository
  jobs: Jobs
  report: BulkReport
  checks: CheckDeps
  now: () => Date
}

/** Bulk uploads, as users start and follow them. `bulkRun` processes them. */
export function bulkService({ db, uploads, jobs, report, checks, now }: BulkDeps) {
  async function requireUpload(tx: Transaction, actor: Actor, id: string): Promise<BulkUpsertion> {
    const upsertion = await uploads.find(tx, actor.fleet.id, id)
    if (!upsertion) throw new Problem('not_found')
    return upsertion
  }

  return {
    /**
     * Creates an upload. Upload, file and job are committed together. If the user already has an unfinished upload of
     * the same file, for example after a lost response, returns it. 409 if the fleet has another unfinished upload.
     */
    async create(actor: Actor, dataUrl: string, aside: SpooledFile | undefined): Promise<BulkUpsertion> {
      if (!aside) throw new Problem('validation', { fields: { fileData: ['data_url'] } })
      const of = { fleetId: actor.fleet.id, userId: actor.userId, sha256: aside.sha256 }
      return db.system(async (tx) => {
        const id = newUuid()
        const isNew = await uploads.insert(tx, {
          ...of,
          id,
          file_name: nameOf(dataUrl),
          byte_size: aside.byteSize,
          read_on: dayIn(actor.fleet.timeZone, now()),
        })
        if (!isNew) {
          const same = await uploads.openOf(tx, of)
          if (!same) throw new Problem('upload_running')
          return same
        }
        let number = 0
        for await (const bytes of createReadStream(aside.path, { highWaterMark: BULK_PIECE_BYTES }))
          await uploads.insertPart(tx, { id, fleetId: actor.fleet.id }, number++, bytes)
        await jobs.enqueue(tx, 'bulk-upsertion', { id }, { fleetId: actor.fleet.id })
        return requireUpload(tx, actor, id)
      })
    },

    /** Returns the notes that an upload of these rows would get. */
    async check(tx: Transaction, actor: Actor, asked: BulkCheck) {
      const read_on = dayIn(actor.fleet.timeZone, now())
      return { rows: await checkRows(tx, checks, { fleet: actor.fleet, read_on }, asked) }
    },

    async list(tx: Transaction, actor: Actor, page: { page: number; per_page: number }) {
      const of = { fleetId: actor.fleet.id, userId: actor.userId }
      const count = await uploads.count(tx, of)
      return { bulk_upsertions: await uploads.list(tx, of, page), ...pageOf(page, count) }
    },

    show: requireUpload,

    /** Returns one page of the rows with notes. */
    async rows(tx: Transaction, actor: Actor, query: { id: string; page: number; per_page: number }) {
      const { refused, warned } = await requireUpload(tx, actor, query.id)
      const rows = await uploads.rows(
        tx,
        { fleetId: actor.fleet.id, id: query.id },
        { offset: (query.page - 1) * query.per_page, limit: query.per_page },
      )
      return { rows, ...pageOf(query, refused + warned) }
    },

    /** Streams the refused rows as a file. */
    async file(actor: Actor, id: string, language: Language): Promise<ReadableStream<Uint8Array>> {
      await db.tenant(actor.fleet.id, (tx) => requireUpload(tx, actor, id))
      return report.file({ fleetId: actor.fleet.id, id }, language)
    },

    /** Enqueues every unfinished upload again, after a server was killed. */
    async resume(): Promise<number> {
      const open = await uploads.open(db)
      await db.system(async (tx) => {
        for (const { id, fleet_id: fleetId } of open)
          await jobs.enqueue(tx, 'bulk-upsertion', { id }, { fleetId })
      })
      return open.length
    },
  }
}
export type BulkService = ReturnType<typeof bulkService>

/** Returns the file name in a data URL's type: `data:text/csv;name=vans.csv;base64,`. */
function nameOf(dataUrl: string): string | null {
  const coded = /;name=([^;,]{1,400})/.exec(dataUrl)?.[1]
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with control characters is none.
    const name = decodeURIComponent(coded ?? '').replaceAll(/[\u0000-\u001f\u007f]/g, '')
    return name.slice(0, FILE_NAME_MAX).toWellFormed() || null
  } catch {
    return null
  }
}
