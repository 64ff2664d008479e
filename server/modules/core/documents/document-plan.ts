import type { Attributes } from './attributes.ts'
import type { OwnedDocument } from './document.ts'

/** How a save changes an entry's documents. */
export interface DocumentPlan {
  /** The change without documents that the entry already has. */
  change: Attributes
  /** Names of the documents that the entry will have, in order. */
  fileNames: string[]
  /** Row of the first added one: new documents come last, and the last is the current one (GLV-030). */
  firstRow: number
  /** Whether the change destroys a document that the entry never had. */
  destroysUnknown: boolean
}

/** Applies the change to the existing documents, including deleted ones. */
export function planDocuments(existing: readonly OwnedDocument[], change: Attributes): DocumentPlan {
  const isRemaining = ({ id, is_deleted }: OwnedDocument) => !is_deleted && !change.destroyed.includes(id)
  const remaining = existing.filter(isRemaining)
  const added = change.added.filter(
    ({ id, sha256 }) => !remaining.some((document) => document.id === id && document.sha256 === sha256),
  )
  return {
    change: { ...change, added },
    fileNames: [...remaining, ...added].map((document) => document.file_name),
    firstRow: Math.max(-1, ...existing.map((document) => document.row_number)) + 1,
    destroysUnknown: change.destroyed.some((id) => !existing.some((document) => document.id === id)),
  }
}
