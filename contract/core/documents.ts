import { FILE_NAME_MAX } from '#domain/core/limits.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { Id, Uuid } from './fields.ts'
import * as z from './zod.ts'

/** File types of documents and invoices, detected by content, never by name (GLV-006, MHX-017). */
export const FILE_TYPES = ['image/jpeg', 'image/png', 'application/pdf'] as const
export const FileType = z.enum(FILE_TYPES, 'file_type')
export type FileType = z.infer<typeof FileType>

/** Original name of a file: one line, no path. */
export const FileName = z.string('file_name').check(
  z.trim(),
  z.minLength(1, 'file_name'),
  z.maxLength(FILE_NAME_MAX, 'file_name'),
  // Control, bidi and other invisible characters make 'exe.gpj' read as 'jpg.exe'.
  z.regex(/^[^\p{Cc}\p{Cf}\p{Cs}\u2028\u2029/\\]+$/u, 'file_name'),
)

/** A file of an entry, announced with the entry and uploaded after it. */
export const fileManifestEntry = (maxBytes: number) =>
  z.object({
    id: Uuid,
    file_name: FileName,
    content_type: FileType,
    /** Size of the upload in bytes (photos: after they were reduced). */
    byte_size: z.int('byte_size').check(z.gte(1, 'byte_size'), z.lte(maxBytes, 'file_size')),
    /** SHA-256 of the bytes, 64 lower-case hex digits. */
    sha256: z.string('sha256').check(z.maxLength(64, 'sha256'), z.regex(PATTERNS.sha256, 'sha256')),
  })
export type FileManifestEntry = z.infer<ReturnType<typeof fileManifestEntry>>

/** 'stored': the file of a document was uploaded. 'awaited': it is still on a device. */
const FileState = z.enum(['awaited', 'stored'])

/** Wire fields that both kinds of documents share. */
export const documentFields = {
  id: Uuid,
  file_name: z.string(),
  content_type: FileType,
  byte_size: z.int(),
  sha256: z.string(),
  state: FileState,
}

/** Removes a document that the entry already has (MHX-027). */
export const destroyedFile = z.object({ id: Uuid, _destroy: z.literal(true) })

/** Response to an accepted file. */
export const StoredFile = z.object({
  id: Uuid,
  state: FileState,
  sha256: z.string(),
  byte_size: z.int(),
  owner_id: Uuid,
  vehicle_id: Id,
})

/** A part of a file: bytes from `offset`. Without bytes it only returns how much the server has. */
export const FilePart = z.object({
  id: Uuid,
  /** Offset of this part in the file, in bytes. */
  offset: z.int().check(z.gte(0)),
  file: z.optional(z.instanceof(Blob)),
})

/** Response to a part: how much of the file the server has. */
export const StoredPart = z.object({
  id: Uuid,
  /** 'stored': the file is complete. */
  state: FileState,
  /** Number of stored bytes, which is the offset of the next part. */
  offset: z.int(),
  byte_size: z.int(),
})

/** A response that is a file: its headers (disposition, sandbox, digest) and its bytes. */
export const FileBody = z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(Blob) })
