import type { Order } from '#contract/orders/order.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { type DocumentJson, maintenanceDocument } from '../../core/documents/documents.reads.ts'

/** Reads the photos of an order's services that are not deleted. Index: documents_order. */
export async function readPhotos(db: Queryable, orderId: number): Promise<Order['photos']> {
  const rows = await db.query<DocumentJson & { order_service_id: number }>(sql`
    select d.id, d.file_name, d.content_type, d.byte_size, d.sha256, d.state, d.order_service_id
    from documents d join order_services r on r.id = d.order_service_id
    where d.order_id = ${orderId} and d.deleted_at is null and r.status <> 'deleted'
    order by d.order_service_id, d.row_number, d.id`)
  return rows.map((row) => ({ ...maintenanceDocument(row), order_service_id: row.order_service_id }))
}

/** Reads the invoices of an order that are not deleted. Index: documents_order. */
export async function readInvoices(db: Queryable, orderId: number): Promise<Order['invoices']> {
  const rows = await db.query<DocumentJson>(sql`
    select d.id, d.file_name, d.content_type, d.byte_size, d.sha256, d.state
    from documents d where d.order_id = ${orderId} and d.order_service_id is null and d.deleted_at is null
    order by d.row_number, d.created_at, d.id`)
  return rows.map(maintenanceDocument)
}
