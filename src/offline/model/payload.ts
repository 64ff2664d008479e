import * as z from 'zod/mini'
import type { FileManifestEntry } from '#contract/core/documents.ts'

/**
 * What is kept of a create or an edit. Read loosely on purpose: what a person entered under the rules of one build
 * must leave under the rules of the next, and the server is the judge of it.
 */
export const EntryPayloadV1 = z.object({
  /** The documents' fields. */
  fields: z.record(z.string(), z.unknown()),
  /** Files that this operation announces; each is sent by an operation of its own. */
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
  /** When the person pressed save, ISO UTC. */
  enteredAt: z.string(),
})

export interface EntryPayload<Fields = Record<string, unknown>> {
  fields: Fields
  manifest: FileManifestEntry[]
  removedFileIds: string[]
  enteredAt: string
}

/** Where the file of an operation 'file.put' goes. */
export const FilePayloadV1 = z.object({
  fileId: z.uuid(),
  target: z.enum(['maintenance_documents', 'glovebox_documents']),
  type: z.string(),
  size: z.int(),
  sha256: z.string(),
})
export type FilePayload = z.infer<typeof FilePayloadV1>

/** The manifest's lines and the removals as the documents' attributes lists have them (MHX-027, GLV-004). */
export function attributesOf(payload: z.infer<typeof EntryPayloadV1>): unknown[] {
  return [...payload.manifest, ...payload.removedFileIds.map((id) => ({ id, _destroy: true }))]
}
