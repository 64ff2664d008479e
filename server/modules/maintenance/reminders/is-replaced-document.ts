import { SINGLE_DOCUMENT_TYPES } from '#domain/access/permissions.ts'
import { sql } from '#server/db/sql.ts'

/** Condition: another document of the same vehicle and type expires later than `g`. Only for types that exist once. */
export const isReplacedDocument = sql`exists (select from glovebox_items o
  where o.vehicle_id = g.vehicle_id and o.deleted_at is null and o.document_type = g.document_type
    and o.document_type = any(${SINGLE_DOCUMENT_TYPES}::text[]) and o.expiration_date > g.expiration_date)`
