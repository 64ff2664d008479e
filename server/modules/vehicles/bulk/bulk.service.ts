import { createReadStream } from 'node:fs'
import { v7 as uuidv7 } from 'uuid'
import type { Language } from '#contract/core/fields.ts'
import { pageOf } from '#contract/core/paging.ts'
import type { BulkCheck, BulkUpsertion } from '#contract/vehicles/bulk.ts'
import { dayIn } from '#domain/core/days.ts'
import { FILE_NAME_MAX } from '#domain/core/limits.ts'
import { BULK_PIECE_BYTES } from '#domain/vehicles/bulk-file.ts'
import type { Actor } from '#server/actor.ts'
import type { Database } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { DatabaseUseCase, UseCase } from '#server/use-case.ts'
import { bulkRepository as uploads } from './bulk.repository.ts'
import { checkRows } from './bulk-notes.ts'
import { rejectedRowsFile } from './bulk-report.ts'
import type { VinDecoder } from './vin-decoder.ts'

type OwnUploads = Pick<UseCase, 'tx' | 'actor'>
interface SpooledFile {
  path: string
  sha256: Buffer
  byteSize: number
}

/**
 * Creates an upload, which `bulkRun` processes. Upload, file and job are committed together. If the user already has an
 * unfinished upload of the same file, for example after a lost response, returns it. 409 if the fleet has another
 * unfinished upload. `tx` sees all fleets, because it enqueues.
 */
export async function createUpload(
  { tx, actor, clock, ports }: UseCase<'jobs'>,
  dataUrl: string,
  aside: SpooledFile | undefined,
): Promise<{ body: BulkUpsertion; status: 202 }> {
  if (!aside) throw new Problem('validation', { fields: { fileData: ['data_url'] } })
  const owner = { fleetId: actor.fleet.id, userId: actor.userId, sha256: aside.sha256 }
  const id = uuidv7()
  const isNew = await uploads.insert(tx, {
    ...owner,
    id,
    file_name: nameOf(dataUrl),
    byte_size: aside.byteSize,
    read_on: dayIn(actor.fleet.timeZone, clock()),
  })
  if (!isNew) {
    const same = await uploads.openOf(tx, owner)
    if (!same) throw new Problem('upload_running')
    return { body: same, status: 202 }
  }
  let number = 0
  for await (const bytes of createReadStream(aside.path, { highWaterMark: BULK_PIECE_BYTES }))
    await uploads.insertPart(tx, { id, fleetId: actor.fleet.id }, number++, bytes)
  await ports.jobs.enqueue(tx, 'bulk-upsertion', { id }, { fleetId: actor.fleet.id })
  return { body: await showUpload({ tx, actor }, id), status: 202 }
}

/** Returns the notes that an upload of these rows would get. */
export async function checkUpload(
  { tx, actor, clock, decode }: UseCase & { decode: VinDecoder },
  input: BulkCheck,
) {
  const read_on = dayIn(actor.fleet.timeZone, clock())
  return { rows: await checkRows({ tx, decode }, { fleet: actor.fleet, read_on }, input) }
}

/** Returns a page of the user's uploads. */
export async function listUploads({ tx, actor }: OwnUploads, page: { page: number; per_page: number }) {
  const user = { fleetId: actor.fleet.id, userId: actor.userId }
  const count = await uploads.count(tx, user)
  return { bulk_upsertions: await uploads.list(tx, user, page), ...pageOf(page, count) }
}

/** Returns one upload of the fleet. Errors: not_found. */
export async function showUpload({ tx, actor }: OwnUploads, id: string): Promise<BulkUpsertion> {
  const upsertion = await uploads.find(tx, actor.fleet.id, id)
  if (!upsertion) throw new Problem('not_found')
  return upsertion
}

/** Returns one page of the rows with notes. */
export async function listUploadRows(
  { tx, actor }: OwnUploads,
  query: { id: string; page: number; per_page: number },
) {
  const { refused, warned } = await showUpload({ tx, actor }, query.id)
  const rows = await uploads.rows(
    tx,
    { fleetId: actor.fleet.id, id: query.id },
    { offset: (query.page - 1) * query.per_page, limit: query.per_page },
  )
  return { rows, ...pageOf(query, refused + warned) }
}

/** Streams the refused rows as a file. */
export async function downloadRejectedRows(
  { db, actor }: { db: Database; actor: Actor },
  id: string,
  language: Language,
): Promise<ReadableStream<Uint8Array>> {
  await db.tenant(actor.fleet.id, (tx) => showUpload({ tx, actor }, id))
  return rejectedRowsFile(db, { fleetId: actor.fleet.id, id }, language)
}

/** Enqueues every unfinished upload again, after a server was killed. */
export async function resumeUploads({ db, ports }: Pick<DatabaseUseCase<'jobs'>, 'db' | 'ports'>) {
  const open = await uploads.open(db)
  await db.system(async (tx) => {
    for (const { id, fleet_id: fleetId } of open)
      await ports.jobs.enqueue(tx, 'bulk-upsertion', { id }, { fleetId })
  })
  return open.length
}

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
