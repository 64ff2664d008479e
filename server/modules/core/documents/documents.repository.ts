import { isShop, type Party } from '#server/actor.ts'
import { mayRemoveFiles } from '#server/db/advisory-locks.ts'
import { countRows } from '#server/db/counts.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { visibleVehicle } from '../../vehicles/vehicles/vehicle-scope.ts'
import type { DocumentKind, DocumentOwner, NewDocument, OwnedDocument, StoredDocument } from './document.ts'

export const documentsRepository = {
  /** A document of the kind on a vehicle that the user may see, or of the shop's order. `lock` keeps others from changing it. */
  async find(
    db: Queryable,
    party: Party,
    kind: DocumentKind,
    id: string,
    lock: 'lock' | 'no lock' = 'no lock',
  ): Promise<StoredDocument | undefined> {
    const ofKind = kind === 'glovebox' ? sql`d.glovebox_item_id is not null` : sql`d.glovebox_item_id is null`
    const inSight = isShop(party) ? sql`d.order_id = ${party.orderId}` : visibleVehicle(party)
    const rows = await db.query<StoredDocument>(sql`
      select d.id, d.fleet_id, d.file_name, d.content_type, d.byte_size, d.sha256, d.state, d.storage_key,
        v.id as vehicle_id, coalesce(h.id::text, g.id::text, o.id::text) as owner_id,
        coalesce(h.created_by, g.created_by) as created_by, g.document_type,
        (d.deleted_at is not null or h.deleted_at is not null or g.deleted_at is not null) as is_gone
      from documents d
      left join manual_maintenance_histories h on h.id = d.history_id
      left join glovebox_items g on g.id = d.glovebox_item_id
      left join shop_orders o on o.id = d.order_id
      join current_and_former_vehicles v
        on v.id = coalesce(h.vehicle_id, g.vehicle_id, o.vehicle_id) and v.fleet_id = d.fleet_id
      where d.id = ${id} and d.fleet_id = ${party.fleet.id} and ${ofKind} and ${inSight}
      ${lock === 'lock' ? sql`for update of d` : sql``}`)
    return rows[0]
  },

  /** All documents that an owner has or had, in their order. */
  ofOwner(db: Queryable, fleetId: number, owner: DocumentOwner): Promise<OwnedDocument[]> {
    return db.query<OwnedDocument>(sql`
      select id, file_name, sha256, row_number, deleted_at is not null as is_deleted from documents
      where fleet_id = ${fleetId} and ${isOf(owner)} order by row_number, created_at, id`)
  },

  /** Writes documents of an owner and returns their number. Skips ids that already exist. */
  async insert(
    tx: Transaction,
    fleetId: number,
    owner: DocumentOwner,
    documents: readonly NewDocument[],
    firstRow: number,
  ): Promise<number> {
    const rows = documents.map(({ upload, ...document }, i) => ({
      ...document,
      row_number: firstRow + i,
      state: upload ? 'stored' : 'awaited',
      storage_key: upload?.storageKey ?? null,
    }))
    const inserted = await tx.query(sql`
      insert into documents (fleet_id, history_id, glovebox_item_id, order_id, order_service_id, id, row_number,
        file_name, content_type, byte_size, sha256, state, storage_key)
      select ${fleetId}, ${'history_id' in owner ? owner.history_id : null}::uuid,
        ${'glovebox_item_id' in owner ? owner.glovebox_item_id : null}::uuid,
        ${'order_id' in owner ? owner.order_id : null}::bigint,
        ${'order_id' in owner ? owner.order_service_id : null}::bigint, r.*
      from json_to_recordset(${JSON.stringify(rows)}) as r (id uuid, row_number int, file_name text,
        content_type text, byte_size int, sha256 text, state text, storage_key text)
      on conflict (id) do nothing returning id`)
    return inserted.length
  },

  async markDeleted(
    tx: Transaction,
    fleetId: number,
    owner: DocumentOwner,
    ids: readonly string[],
  ): Promise<void> {
    await tx.query(sql`
      update documents set deleted_at = now()
      where fleet_id = ${fleetId} and ${isOf(owner)} and id = any(${ids}::uuid[]) and deleted_at is null`)
  },

  /** How many files an order has or had; index documents_order. */
  countOfOrder(db: Queryable, fleetId: number, orderId: number): Promise<number> {
    return countRows(
      db,
      sql`select count(*)::int as count from documents where fleet_id = ${fleetId} and order_id = ${orderId}`,
    )
  },

  /** Assigns photos that an order already has to one of its services. @returns ids of those that it has */
  async movePhotos(
    tx: Transaction,
    fleetId: number,
    owner: { order_id: number; order_service_id: number },
    ids: readonly string[],
  ): Promise<string[]> {
    const moved = await tx.query<{ id: string }>(sql`
      update documents set order_service_id = ${owner.order_service_id}
      where fleet_id = ${fleetId} and order_id = ${owner.order_id} and order_service_id is not null
        and deleted_at is null and id = any(${ids}::uuid[]) returning id`)
    return moved.map(({ id }) => id)
  },

  /** Removes all photos of an order except the given ones and those of rejected lines, which no estimate contains. */
  async dropPhotos(
    tx: Transaction,
    fleetId: number,
    orderId: number,
    remaining: readonly string[],
  ): Promise<void> {
    await tx.query(sql`
      update documents set deleted_at = now() where fleet_id = ${fleetId} and order_id = ${orderId}
        and order_service_id is not null and deleted_at is null and not id = any(${remaining}::uuid[])
        and not exists (select from order_services r where r.id = order_service_id and r.status = 'rejected')`)
  },

  async markStored(tx: Transaction, document: StoredDocument, storageKey: string): Promise<void> {
    await tx.query(sql`
      update documents set state = 'stored', storage_key = ${storageKey}
      where id = ${document.id} and fleet_id = ${document.fleet_id} and state = 'awaited' and deleted_at is null`)
  },

  /**
   * Bytes that a fleet stores, including deleted files until their bytes are removed; indexes documents_stored,
   * deleted_vehicle_bytes. Those of deleted vehicles count, since the vehicles can be restored.
   */
  async storedBytes(db: Queryable, fleetId: number): Promise<number> {
    const [row] = await db.query<{ bytes: number }>(sql`
      select coalesce(sum(byte_size), 0)::bigint as bytes from (
        select byte_size from documents where fleet_id = ${fleetId} and storage_key is not null
        union all
        select (contents ->> 'byte_size')::int from deleted_vehicle_rows
        where fleet_id = ${fleetId} and table_name = 'documents' and contents ->> 'storage_key' is not null) kept`)
    return row?.bytes ?? 0
  },

  /**
   * Unlinks the bytes of documents that were deleted, themselves or with their entries, and returns the keys, which no
   * row references any more. None while a backup copies them. Jobs only.
   */
  async unlinkDiscarded(db: Queryable, limit: number): Promise<string[]> {
    const unlinked = await db.query<{ storage_key: string }>(sql`
      with discarded as (
        select d.id, d.storage_key from documents d
        left join manual_maintenance_histories h on h.id = d.history_id
        left join glovebox_items g on g.id = d.glovebox_item_id
        where ${mayRemoveFiles} and d.storage_key is not null
          and (d.deleted_at is not null or h.deleted_at is not null or g.deleted_at is not null)
        order by d.id limit ${limit} for update of d skip locked)
      update documents d set state = 'awaited', storage_key = null, deleted_at = coalesce(d.deleted_at, now())
      from discarded where d.id = discarded.id returning discarded.storage_key`)
    return unlinked.map(({ storage_key }) => storage_key)
  },

  /**
   * Returns those of the storage keys that no document references, not even one of a deleted vehicle that can be restored.
   * None while a backup copies files, because its snapshot may contain them. Jobs only; indexes documents_storage_key,
   * deleted_vehicle_files.
   */
  async unreferencedKeys(db: Queryable, keys: readonly string[]): Promise<string[]> {
    const rows = await db.query<{ key: string }>(sql`
      select key from unnest(${[...keys]}::text[]) key
      where ${mayRemoveFiles}
        and not exists (select from documents where storage_key = key)
        and not exists (
          select from deleted_vehicle_rows where table_name = 'documents' and contents ->> 'storage_key' = key)`)
    return rows.map(({ key }) => key)
  },
}

function isOf(owner: DocumentOwner): Query {
  if ('history_id' in owner) return sql`history_id = ${owner.history_id}`
  if ('glovebox_item_id' in owner) return sql`glovebox_item_id = ${owner.glovebox_item_id}`
  return sql`order_id = ${owner.order_id} and order_service_id is not distinct from ${owner.order_service_id}`
}
