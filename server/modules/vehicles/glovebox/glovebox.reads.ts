import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { daysBetween } from '#domain/core/days.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { type DocumentJson, documentsColumn, gloveboxDocument } from '../../core/documents/documents.reads.ts'

type GloveboxRow = Omit<GloveboxItem, 'expires_in_days' | 'glovebox_documents'> & {
  documents: DocumentJson[]
}

/**
 * Reads glovebox items for responses, including deleted ones unless the conditions exclude them. `rest` follows `from
 * glovebox_items g join vehicles v … where`.
 */
export async function readGloveboxItems(db: Queryable, today: string, rest: Query): Promise<GloveboxItem[]> {
  const rows = await db.query<GloveboxRow>(sql`
    select g.id, g.vehicle_id, g.document_type, g.document_title, g.document_number, g.expiration_date, g.state_id,
      g.insurance_name, g.updated_at, g.rev,
      (select u.first_name || ' ' || u.last_name from users u where u.id = g.created_by) as created_by_name,
      ${documentsColumn(sql`d.glovebox_item_id = g.id`)} as documents
    from glovebox_items g join vehicles v on v.id = g.vehicle_id
    where ${rest}`)
  return rows.map(({ documents, ...row }) => ({
    ...row,
    expires_in_days: row.expiration_date === null ? null : daysBetween(today, row.expiration_date),
    glovebox_documents: documents.map(gloveboxDocument),
  }))
}

/** Reads items of a fleet by id, without deleted ones. */
export function gloveboxItemsByIds(
  db: Queryable,
  query: { fleetId: number; today: string },
  ids: readonly string[],
): Promise<GloveboxItem[]> {
  return readGloveboxItems(
    db,
    query.today,
    sql`g.fleet_id = ${query.fleetId} and g.id = any(${ids}::uuid[]) and g.deleted_at is null`,
  )
}
