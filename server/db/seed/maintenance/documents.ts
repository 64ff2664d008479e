import { uuidFor } from '#server/db/seed/core/random.ts'
import type { DocumentRow } from '#server/db/seed/core/rows.ts'
import type { DemoFile } from '#server/db/seed/files/demo-files.ts'

/** The owner of a document: one of the three ids. */
export interface DocumentOwner {
  fleet_id: number
  history_id?: string
  order_id?: number
  glovebox_item_id?: string
  created_at: string
}

/** Creates the documents of one owner from demo files, in order. `name` is the file name without its extension. */
export function createDocuments(
  owner: DocumentOwner,
  name: string,
  files: readonly DemoFile[],
): DocumentRow[] {
  const { fleet_id, history_id = null, order_id = null, glovebox_item_id = null, created_at } = owner
  return files.map((file, index) => ({
    id: uuidFor('document', history_id ?? order_id ?? glovebox_item_id ?? '', index),
    fleet_id,
    history_id,
    order_id,
    glovebox_item_id,
    row_number: index,
    file_name: `${name}${index === 0 ? '' : `-${index + 1}`}.${file.ending}`,
    file: file.key,
    created_at,
  }))
}
