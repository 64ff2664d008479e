import { DOCUMENT_TYPES } from '#domain/access/permissions.ts'
import { DOCUMENT_MAX_BYTES, DOCUMENT_NUMBER_MAX, DOCUMENT_TITLE_MAX } from '#domain/core/limits.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import {
  destroyedFile,
  documentFields,
  FileBody,
  FilePart,
  fileManifestEntry,
  StoredFile,
  StoredPart,
} from '../core/documents.ts'
import { Day, Id, Instant, Text, Uuid } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

const DocumentTypeField = z.enum(DOCUMENT_TYPES, 'document_type')

/** File of a glovebox item; `document_url.url` opens it (session cookie needed). */
const GloveboxDocument = z.object({ ...documentFields, document_url: z.object({ url: z.string() }) })

/** Glovebox item (GLV-029). The last of `glovebox_documents` is the current file (GLV-030). */
export const GloveboxItem = z.object({
  id: Uuid,
  vehicle_id: Id,
  document_type: DocumentTypeField,
  document_title: z.nullable(z.string()),
  document_number: z.nullable(z.string()),
  expiration_date: z.nullable(z.string()),
  state_id: z.nullable(z.string()),
  insurance_name: z.nullable(z.string()),
  /** Whole days from today in the fleet's time zone; negative: expired; null: no expiry. */
  expires_in_days: z.nullable(z.int()),
  glovebox_documents: z.array(GloveboxDocument),
  created_by_name: z.nullable(z.string()),
  updated_at: Instant,
  rev: z.int(),
})
export type GloveboxItem = z.infer<typeof GloveboxItem>

const fields = {
  vehicle_id: Id,
  document_type: DocumentTypeField,
  /** No spaces (GLV-011). */
  document_number: z.optional(
    z
      .string('document_number')
      .check(z.maxLength(DOCUMENT_NUMBER_MAX, 'too_long'), z.regex(PATTERNS.noSpaces, 'no_spaces')),
  ),
  /** Not in the past on the day it was entered (GLV-012). */
  expiration_date: z.optional(Day),
  /** For insurance (GLV-026). */
  insurance_name: z.optional(Text(DOCUMENT_TITLE_MAX)),
  /** For license, registration, other: two-letter code (GLV-026). */
  state_id: z.optional(
    z.string('state_id').check(z.maxLength(2, 'state_id'), z.regex(/^[A-Z]{2}$/, 'state_id')),
  ),
  /** For type other (GLV-027). */
  document_title: z.optional(Text(DOCUMENT_TITLE_MAX)),
  /** When the user entered it, if that was before it could be sent. */
  entered_at: z.optional(Instant),
}

/** An inline file, as in the specification's multipart call. */
const inlineFile = z.object({ document_url: z.instanceof(File, { error: 'file' }) })
const attributes = z
  .array(z.union([destroyedFile, fileManifestEntry(DOCUMENT_MAX_BYTES), inlineFile]))
  .check(z.maxLength(10, 'too_many'))

/** Body of create and update: multipart `glovebox_item[…]` or the same as JSON. */
export const GloveboxItemInput = z.object({
  id: z.optional(Uuid),
  ...fields,
  glovebox_documents_attributes: z.optional(attributes),
})
export type GloveboxItemInput = z.infer<typeof GloveboxItemInput>

export const gloveboxContract = {
  list: call({ access: 'glovebox.read' })
    .route({
      method: 'GET',
      path: v4('/glovebox_items'),
      tags: ['vehicles'],
      summary: 'Glovebox of a vehicle',
    })
    .input(z.object({ vehicleId: Id }))
    .output(z.object({ glovebox_items: z.array(GloveboxItem) })),
  create: call({
    access: 'glovebox.edit',
    kind: 'write',
    idempotent: true,
    problems: ['id_reused', 'gone', 'storage_full'],
  })
    .route({
      method: 'POST',
      path: v4('/glovebox_items'),
      tags: ['vehicles'],
      summary: 'Add a document',
      successStatus: 201,
    })
    .input(z.object({ glovebox_item: GloveboxItemInput }))
    .output(GloveboxItem),
  update: call({
    access: 'glovebox.edit',
    kind: 'write',
    idempotent: true,
    problems: ['gone', 'id_reused', 'storage_full'],
  })
    .route({
      method: 'PUT',
      path: v4('/glovebox_items/{id}'),
      tags: ['vehicles'],
      summary: 'Change or replace a document',
    })
    .input(z.object({ id: Uuid, glovebox_item: GloveboxItemInput }))
    .output(GloveboxItem),
  destroy: call({ access: 'glovebox.edit', kind: 'write', idempotent: true, problems: ['gone'] })
    .route({
      method: 'DELETE',
      path: v4('/glovebox_items/{id}'),
      tags: ['vehicles'],
      summary: 'Delete a document',
    })
    .input(z.object({ id: Uuid }))
    .output(z.object({ success: z.literal(true), id: Uuid })),
  /**
   * Uploads an announced file. The server verifies size, digest and content. Idempotent. Without bytes it assembles the
   * uploaded parts: 409 `wrong_offset` while some are missing.
   */
  putFile: call({ access: 'glovebox.edit', kind: 'write', idempotent: true })
    .route({
      method: 'PUT',
      path: v4('/glovebox_documents/{id}'),
      tags: ['vehicles'],
      summary: 'Send the file of a document',
    })
    .input(z.object({ id: Uuid, file: z.optional(z.instanceof(Blob)) }))
    .output(StoredFile),
  /**
   * Stores a part of an announced file, for its sender only. A gap is rejected with 409 `wrong_offset`; bytes that are
   * already stored are not written again. `putFile` without bytes then completes the file.
   */
  putPart: call({ access: 'glovebox.edit', kind: 'write' })
    .route({
      method: 'PUT',
      path: v4('/glovebox_documents/{id}/parts/{offset}'),
      tags: ['vehicles'],
      summary: 'Send a part of the file of a document',
    })
    .input(FilePart)
    .output(StoredPart),
  /**
   * Returns the bytes of a stored document; 404 until it is uploaded. The headers prevent active content from running.
   */
  getFile: call({ access: 'glovebox.read', problems: ['gone'] })
    .route({
      method: 'GET',
      path: v4('/glovebox_documents/{id}'),
      tags: ['vehicles'],
      summary: 'Open a document',
      outputStructure: 'detailed',
    })
    .input(z.object({ id: Uuid }))
    .output(FileBody),
}
