import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import type { StoredPart } from '#contract/core/documents.ts'
import { PART_BYTES } from '#domain/core/limits.ts'
import type { Party } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import type { DocumentKind } from './document.ts'
import { documentsRepository } from './documents.repository.ts'
import { type MaySend, requireSendable } from './may-send.ts'
import { type PartialUpload, uploadPartsRepository } from './upload-parts.repository.ts'

/** A part as a call sent it. */
interface SentPart {
  offset: number
  bytes: Uint8Array
  /** Header Content-Digest, if it was sent. */
  contentDigest: string | undefined
}
type PartsUseCase = Pick<UseCase<'fleetStorageBytes'>, 'tx' | 'ports'>

// Files that arrive in parts, until they are complete (docs/offline.md#protocol).

/**
 * Stores the new bytes of a part and returns how many are stored. Locks the document, so repeated or concurrent parts run
 * one after the other. 404, 403, 410, 409 `wrong_offset` before a gap, 413, 422 `digest_mismatch`, `storage_full`.
 */
export async function storePart(
  { tx, ports }: PartsUseCase,
  party: Party,
  { kind, id, maySend }: { kind: DocumentKind; id: string; maySend: MaySend },
  part: SentPart,
): Promise<z.infer<typeof StoredPart>> {
  const document = await documentsRepository.find(tx, party, kind, id, 'lock')
  if (!document) throw new Problem('not_found')
  requireSendable(document, party, maySend)
  const { state, byte_size } = document
  if (state === 'stored') return { id: document.id, state, offset: byte_size, byte_size }
  demandSound(part, byte_size)
  const upload = { document, party }
  const size = await uploadPartsRepository.size(tx, upload)
  if (part.offset > size) throw wrongOffset(size)
  const added = part.bytes.subarray(size - part.offset)
  // The first part requires room for the whole file. Later parts check again, because other files may have used it.
  const needed = part.offset === 0 ? byte_size : size + added.length
  await requireStorage({ tx, ports }, document.fleet_id, needed, size)
  if (added.length > 0) await uploadPartsRepository.append(tx, upload, size, added)
  return { id: document.id, state, offset: size + added.length, byte_size }
}

/**
 * Requires room for `bytes` more in the fleet's storage, beside stored and unfinished files; `own` unfinished bytes belong
 * to the same file. Concurrent uploads may exceed the limit together (S-19). 422 `storage_full`.
 */
export async function requireStorage(
  { tx, ports }: PartsUseCase,
  fleetId: number,
  bytes: number,
  own = 0,
): Promise<void> {
  const stored = await documentsRepository.storedBytes(tx, fleetId)
  const unfinished = (await uploadPartsRepository.bytesOfFleet(tx, fleetId)) - own
  if (stored + unfinished + bytes > ports.fleetStorageBytes) throw new Problem('storage_full')
}

/** Returns the file if all of its parts are stored. */
export async function joinParts(db: Queryable, upload: PartialUpload): Promise<Uint8Array | null> {
  const size = await uploadPartsRepository.size(db, upload)
  return size >= upload.document.byte_size ? uploadPartsRepository.read(db, upload) : null
}

/** Returns the problem that names the offset of the next missing part. */
export const partsMissing = async (db: Queryable, upload: PartialUpload) =>
  wrongOffset(await uploadPartsRepository.size(db, upload))

function demandSound({ offset, bytes, contentDigest }: SentPart, fileSize: number): void {
  if (bytes.length > PART_BYTES)
    throw new Problem('too_large', { detail: `At most ${PART_BYTES} bytes a part.` })
  if (offset + bytes.length > fileSize)
    throw new Problem('too_large', { detail: 'The part ends behind the end of the file.' })
  if (!matchesDigest(contentDigest, createHash('sha256').update(bytes).digest()))
    throw new Problem('digest_mismatch', { detail: 'The bytes are not those that the header speaks of.' })
}

const wrongOffset = (offset: number) =>
  new Problem('wrong_offset', { offset, detail: `The next byte that is missing is ${offset}.` })

/** Whether the SHA-256 in a Repr-Digest or Content-Digest header (RFC 9530) matches; true without one. */
export function matchesDigest(header: string | undefined, digest: Buffer): boolean {
  const expected = header?.match(/(?:^|,)\s*sha-256=:([A-Za-z0-9+/=]*):/)?.[1]
  return expected === undefined || expected === digest.toString('base64')
}
