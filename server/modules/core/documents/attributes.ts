import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { type FileManifestEntry, FileName } from '#contract/core/documents.ts'
import { fileContentError, sniffFileType } from '#domain/core/file-content.ts'
import { addCode, type FieldCodes } from '#domain/core/file-rules.ts'
import { Problem } from '#server/problem.ts'
import { type NewDocument, newUpload } from './document.ts'
import { isWholePicture } from './picture.ts'

/** One line of `…_attributes`: a document to delete, one whose file follows, or a file. */
type Line = { id: string; _destroy: true } | FileManifestEntry | Record<string, unknown>

/** The changes that the lines of `…_attributes` request. */
export interface Attributes {
  destroyed: string[]
  added: NewDocument[]
  /** Content of the added documents, without ids that the server created: the same files have the same fingerprint. */
  fingerprint: unknown[]
}

/**
 * Reads `maintenance_documents_attributes` or `glovebox_documents_attributes`. Files in the request pass the same checks
 * as those that are sent later. Errors: validation, with the line of an invalid file.
 * @param field path of the lines in the body, for the error
 */
export async function readAttributes(
  lines: readonly Line[] | undefined,
  field: string,
  maxBytes: number,
): Promise<Attributes> {
  const attributes: Attributes = { destroyed: [], added: [], fingerprint: [] }
  const codes: FieldCodes = {}
  for (const [i, line] of (lines ?? []).entries()) {
    if (isDestroy(line)) attributes.destroyed.push(line.id.toLowerCase())
    else if (isAnnounced(line)) {
      const { id, file_name, content_type, byte_size, sha256 } = line
      const announced = { id: id.toLowerCase(), file_name, content_type, byte_size, sha256 }
      attributes.added.push({ ...announced, upload: null })
      attributes.fingerprint.push(announced)
    } else {
      const [name, file] = Object.entries(line)[0] ?? []
      const read = file instanceof File ? await readInline(file, maxBytes) : 'required'
      if (typeof read === 'string') addCode(codes, `${field}.${i}.${name}`, read)
      else {
        attributes.added.push(read)
        attributes.fingerprint.push({ file_name: read.file_name, sha256: read.sha256 })
      }
    }
  }
  if (Object.keys(codes).length > 0) throw new Problem('validation', { fields: codes })
  return attributes
}

const isDestroy = (line: Line): line is { id: string; _destroy: true } => '_destroy' in line
const isAnnounced = (line: Line): line is FileManifestEntry => 'sha256' in line

async function readInline(file: File, maxBytes: number): Promise<NewDocument | string> {
  if (file.size < 1 || file.size > maxBytes) return 'file_size'
  const name = FileName.safeParse(file.name)
  if (!name.success) return 'file_name'
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = sniffFileType(bytes)
  const fault = type ? fileContentError(type, bytes) : 'file_type'
  if (!type || fault) return fault ?? 'file_type'
  if (type !== 'application/pdf' && !(await isWholePicture(bytes))) return 'file_type'
  return {
    id: uuidv7(),
    file_name: name.data,
    content_type: type,
    byte_size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    upload: newUpload(bytes),
  }
}
