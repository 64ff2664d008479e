import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import type { DocumentType } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { visibleVehicle } from '../vehicles/vehicle-scope.ts'
import { readGloveboxItems } from './glovebox.reads.ts'

/** An item as stored: missing fields are null. */
export interface GloveboxContent {
  vehicle_id: number
  document_type: DocumentType
  document_title: string | null
  document_number: string | null
  expiration_date: string | null
  state_id: string | null
  insurance_name: string | null
}

/** The fields that decide what may be done with an item, deleted or not. */
interface GloveboxHead {
  id: string
  vehicle_id: number
  document_type: DocumentType
  rev: number
  content_hash: Buffer
  is_deleted: boolean
  updated_at: string
  updated_by: number | null
}

export const gloveboxRepository = {
  /** Lists the items of a vehicle by type. Index: glovebox_items_vehicle. */
  list(db: Queryable, actor: Actor, today: string, vehicleId: number): Promise<GloveboxItem[]> {
    return readGloveboxItems(
      db,
      today,
      sql`${visibleVehicle(actor)} and g.vehicle_id = ${vehicleId} and g.deleted_at is null
        order by g.document_type, g.created_at, g.id`,
    )
  },

  /** Returns the head of an item on a vehicle that the actor may see. `lock` blocks concurrent changes. */
  async head(
    db: Queryable,
    actor: Actor,
    id: string,
    lock: 'lock' | 'no lock' = 'no lock',
  ): Promise<GloveboxHead | undefined> {
    const rows = await db.query<GloveboxHead>(sql`
      select g.id, g.vehicle_id, g.document_type, g.rev, g.content_hash, g.deleted_at is not null as is_deleted,
        g.updated_at, g.updated_by
      from glovebox_items g join vehicles v on v.id = g.vehicle_id
      where g.id = ${id} and ${visibleVehicle(actor)} ${lock === 'lock' ? sql`for update of g` : sql``}`)
    return rows[0]
  },

  /** Finds an item, deleted or not. */
  async find(db: Queryable, actor: Actor, today: string, id: string): Promise<GloveboxItem | undefined> {
    return (await readGloveboxItems(db, today, sql`g.id = ${id} and ${visibleVehicle(actor)}`))[0]
  },

  /** Inserts an item. Returns false if the id is in use, in any fleet. */
  async insert(
    tx: Transaction,
    actor: Actor,
    item: { id: string; content: GloveboxContent; hash: Buffer },
  ): Promise<boolean> {
    const { content: c } = item
    const inserted = await tx.query(sql`
      insert into glovebox_items (id, fleet_id, vehicle_id, document_type, document_title, document_number,
        expiration_date, state_id, insurance_name, content_hash, created_by)
      values (${item.id}, ${actor.fleet.id}, ${c.vehicle_id}, ${c.document_type}, ${c.document_title},
        ${c.document_number}, ${c.expiration_date}, ${c.state_id}, ${c.insurance_name}, ${item.hash}, ${actor.userId})
      on conflict (id) do nothing returning id`)
    return inserted.length > 0
  },

  async update(
    tx: Transaction,
    { fleet, userId }: Pick<Actor, 'fleet' | 'userId'>,
    id: string,
    c: GloveboxContent,
  ): Promise<void> {
    await tx.query(sql`
      update glovebox_items set vehicle_id = ${c.vehicle_id}, document_type = ${c.document_type},
        document_title = ${c.document_title}, document_number = ${c.document_number},
        expiration_date = ${c.expiration_date}, state_id = ${c.state_id}, insurance_name = ${c.insurance_name},
        rev = rev + 1, updated_at = now(), updated_by = ${userId}
      where id = ${id} and fleet_id = ${fleet.id}`)
  },

  async markDeleted(
    tx: Transaction,
    { fleet, userId }: Pick<Actor, 'fleet' | 'userId'>,
    id: string,
  ): Promise<void> {
    await tx.query(sql`
      update glovebox_items set deleted_at = now(), rev = rev + 1, updated_at = now(), updated_by = ${userId}
      where id = ${id} and fleet_id = ${fleet.id} and deleted_at is null`)
  },
}
