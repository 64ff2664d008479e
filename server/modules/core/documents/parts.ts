import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import type { StoredPart } from '#contract/core/documents.ts'
import { PART_BYTES } from '#domain/core/limits.ts'
import { isShop, type Party } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Staging } from '#server/integrations/files/staging.ts'
import { Problem } from '#server/problem.ts'
import type { DocumentKind, StoredDocument } from './document.ts'
import type { DocumentsRepository } from './documents.repository.ts'
import { demandSendable, type MaySend } from './may-send.ts'

/** A part as a call sent it. */
export interface SentPart {
  offset: number
  bytes: Uint8Array
  /** Header Content-Digest, where it was given. */
  contentDigest: string | undefined
}

/** Separates senders, so that one cannot corrupt another's upload. */
const keyOf = (document: StoredDocument, party: Party) =>
  `${document.fleet_id}/${document.id}-${isShop(party) ? 'shop' : party.userId}`

/** Files that arrive in parts, until they are whole and go the way of all files (docs/offline.md#protocol). */
export function fileParts(
  documents: DocumentsRepository,
  staging: Staging,
  demandRoom: (tx: Transaction, fleetId: number, bytes: number, own: number) => Promise<void>,
) {
  return {
    /**
     * Keeps what is new in a part and says how much is here. The document is locked meanwhile, so parts that come twice
     * or together fall into one line. 404, 403, 410, 409 `wrong_offset` before a gap, 413, 422 `digest_mismatch`, `storage_full`.
     */
    async keep(
      tx: Transaction,
      party: Party,
      kind: DocumentKind,
      id: string,
      maySend: MaySend,
      part: SentPart,
    ): Promise<z.infer<typeof StoredPart>> {
      const document = await documents.find(tx, party, kind, id, 'lock')
      if (!document) throw new Problem('not_found')
      demandSendable(document, party, maySend)
      const { state, byte_size } = document
      if (state === 'stored') return { id: document.id, state, offset: byte_size, byte_size }
      demandSound(part, byte_size)
      const key = keyOf(document, party)
      const size = await staging.size(key)
      if (part.offset > size) throw wrongOffset(size)
      const news = part.bytes.subarray(size - part.offset)
      // Of the first one it is asked whether the whole file has room; others may have taken it since.
      await demandRoom(tx, document.fleet_id, part.offset === 0 ? byte_size : size + news.length, size)
      const offset = news.length > 0 ? await staging.write(key, size, news) : size
      return { id: document.id, state, offset, byte_size }
    },

    /** The file, when all of it is here. */
    async whole(document: StoredDocument, party: Party): Promise<Uint8Array | null> {
      const bytes = await staging.read(keyOf(document, party))
      return bytes && bytes.length >= document.byte_size ? bytes : null
    },

    /** Bytes of it that are here. */
    sizeOf: (document: StoredDocument, party: Party) => staging.size(keyOf(document, party)),

    /** Says from where on parts are missing. */
    missing: async (document: StoredDocument, party: Party) =>
      wrongOffset(await staging.size(keyOf(document, party))),

    /** Drops what is here: it is stored now, or is not what was announced. */
    forget: (document: StoredDocument, party: Party) => staging.remove(keyOf(document, party)),
  }
}

function demandSound({ offset, bytes, contentDigest }: SentPart, fileSize: number): void {
  if (bytes.length > PART_BYTES)
    throw new Problem('too_large', { detail: `At most ${PART_BYTES} bytes a part.` })
  if (offset + bytes.length > fileSize)
    throw new Problem('too_large', { detail: 'The part ends behind the end of the file.' })
  if (!fitsDigest(contentDigest, createHash('sha256').update(bytes).digest()))
    throw new Problem('digest_mismatch', { detail: 'The bytes are not those that the header speaks of.' })
}

const wrongOffset = (offset: number) =>
  new Problem('wrong_offset', { offset, detail: `The next byte that is missing is ${offset}.` })

/** Whether a Repr-Digest or Content-Digest header (RFC 9530) agrees, as far as it speaks of SHA-256. */
export function fitsDigest(header: string | undefined, digest: Buffer): boolean {
  const said = header?.match(/(?:^|,)\s*sha-256=:([A-Za-z0-9+/=]*):/)?.[1]
  return said === undefined || said === digest.toString('base64')
}
