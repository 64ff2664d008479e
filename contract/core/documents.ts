import { FILE_NAME_MAX } from '#domain/core/limits.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { Id, Uuid } from './fields.ts'
import * as z from './zod.ts'

/** Kinds of file that documents and invoices may be: by content, never by name (GLV-006, MHX-017). */
export const FILE_TYPES = ['image/jpeg', 'image/png', 'application/pdf'] as const
export const FileType = z.enum(FILE_TYPES, 'file_type')
export type FileType = z.infer<typeof FileType>

/** Name of a file as people gave it: one line, no path. */
export const FileName = z.string('file_name').check(
  z.trim(),
  z.minLength(1, 'file_name'),
  z.maxLength(FILE_NAME_MAX, 'file_name'),
  // Control, bidi and other invisible characters make 'exe.gpj' read as 'jpg.exe'.
  z.regex(/^[^\p{Cc}\p{Cf}\p{Cs}\u2028\u2029/\\]+$/u, 'file_name'),
)

/** One line of an entry's manifest: the file is announced with the entry and sent after it. */
export const fileManifestEntry = (maxBytes: number) =>
  z.object({
    id: Uuid,
    file_name: FileName,
    content_type: FileType,
    /** Size in bytes of what will be sent (photos: after shrinking). */
    byte_size: z.int('byte_size').check(z.gte(1, 'byte_size'), z.lte(maxBytes, 'file_size')),
    /** SHA-256 of the bytes, 64 lower-case hex digits. */
    sha256: z.string('sha256').check(z.maxLength(64, 'sha256'), z.regex(PATTERNS.sha256, 'sha256')),
  })
export type FileManifestEntry = z.infer<ReturnType<typeof fileManifestEntry>>

/** A stored document's file has arrived ('stored') or is still on some phone ('awaited'). */
export const FileState = z.enum(['awaited', 'stored'])

/** Fields of a document that both kinds share on the wire. */
export const documentFields = {
  id: Uuid,
  file_name: z.string(),
  content_type: FileType,
  byte_size: z.int(),
  sha256: z.string(),
  state: FileState,
}

/** Raises 'destroy' of a document that the entry already has (MHX-027). */
export const destroyedFile = z.object({ id: Uuid, _destroy: z.literal(true) })

/** Answer to a file that was taken. */
export const StoredFile = z.object({
  id: Uuid,
  state: FileState,
  sha256: z.string(),
  byte_size: z.int(),
  owner_id: Uuid,
  vehicle_id: Id,
})

/** One part of a file: bytes from `offset` on. Without bytes it changes nothing and only asks how much is here. */
export const FilePart = z.object({
  id: Uuid,
  /** Bytes of the file before this part. */
  offset: z.int().check(z.gte(0)),
  file: z.optional(z.instanceof(Blob)),
})

/** Answer to a part: how much of the file is here. */
export const StoredPart = z.object({
  id: Uuid,
  /** 'stored': the whole file is here and nothing of it is awaited any more. */
  state: FileState,
  /** Bytes that are kept, where the next part begins; of a stored file all. */
  offset: z.int(),
  byte_size: z.int(),
})

/** Answer that is a file: its own headers (disposition, sandbox, digest) and its bytes. */
export const FileBody = z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(Blob) })
