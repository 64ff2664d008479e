import * as z from 'zod/mini'
import type { FileManifestEntry } from '#contract/core/documents.ts'

/**
 * The stored payload of a create or an edit. Parsed loosely on purpose: an entry saved under the rules of one build
 * must be sent by the next, and the server validates it.
 */
export const EntryPayloadV1 = z.object({
  /** The form fields. */
  fields: z.record(z.string(), z.unknown()),
  /** Files that this operation announces; each is sent by its own operation. */
  manifest: z.array(
    z.object({
      id: z.uuid(),
      file_name: z.string(),
      content_type: z.string(),
      byte_size: z.int(),
      sha256: z.string(),
    }),
  ),
  /** Documents that the server destroys with this edit. */
  removedFileIds: z.array(z.uuid()),
  /** When the user saved, ISO UTC. */
  enteredAt: z.string(),
})

export interface EntryPayload<Fields = Record<string, unknown>> {
  fields: Fields
  manifest: FileManifestEntry[]
  removedFileIds: string[]
  enteredAt: string
}

/** The payload of a create or an edit that can be read as an operation. */
export const payloadOfEntry = (op: { payload?: unknown }): EntryPayload => op.payload as EntryPayload

/** The target of a 'file.put' operation, a path of the API. */
export const FilePayloadV1 = z.object({
  fileId: z.uuid(),
  target: z
    .string()
    .check(z.regex(/^(?:maintenance_documents|glovebox_documents|shop_links\/\d+\/documents)$/)),
  type: z.string(),
  size: z.int(),
  sha256: z.string(),
})
export type FilePayload = z.infer<typeof FilePayloadV1>

/** Manifest lines and removals in the format of the documents' attribute lists (MHX-027, GLV-004). */
export function attributesOf(payload: z.infer<typeof EntryPayloadV1>): unknown[] {
  return [...payload.manifest, ...payload.removedFileIds.map((id) => ({ id, _destroy: true }))]
}
