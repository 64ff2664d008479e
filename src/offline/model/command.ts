import type { FileType } from '#contract/core/documents.ts'
import type { ManualHistory, ManualHistoryInput } from '#contract/maintenance/history.ts'
import type { SnoozeInput } from '#contract/maintenance/reminders.ts'
import type {
  IntervalCompletedInput,
  ServiceCompletedInput,
  ServicesCompletedInput,
} from '#contract/maintenance/schedules.ts'
import type { GloveboxItem, GloveboxItemInput } from '#contract/vehicles/glovebox.ts'
import type { ReadingInput, VoidInput } from '#contract/vehicles/odometer.ts'

/** What the person typed; ids, manifest, flags and times are added by the outbox. Empty fields are left out. */
export type HistoryFields = Omit<
  ManualHistoryInput,
  'id' | 'maintenance_documents_attributes' | 'with_manual_history' | 'entered_at'
>
export type GloveboxFields = Omit<GloveboxItemInput, 'id' | 'glovebox_documents_attributes' | 'entered_at'>

export type ReadingFields = Omit<ReadingInput, 'id' | 'entered_at'>
export type VoidFields = Omit<VoidInput, 'id' | 'entered_at'>
export type MarkFields = Omit<ServicesCompletedInput, 'id' | 'entered_at'>
export type IntervalMarkFields = Omit<IntervalCompletedInput, 'id' | 'entered_at'>
export type ServiceMarkFields = Omit<ServiceCompletedInput, 'id' | 'entered_at'>
export type SnoozeFields = Omit<SnoozeInput, 'id' | 'entered_at'>

/** Customer comments on an order (APR-015). Left out: none. */
export interface OrderCommentsFields {
  order_id: number
  /** The order's vehicle, in whose line the change waits. */
  vehicle_id: number
  customer_comments?: string
}

/** The part of an order that a change of its comments starts from. */
export interface OrderCommentsBase {
  id: number
  vehicle_id: number
  appointment_datetime: string
  customer_comments: string | null
}

/** A file as it will be sent: photos already turned, shrunk and stripped. */
export interface NewFile {
  /** From `newId()`; the id that the document will have on the server. */
  id: string
  name: string
  type: FileType
  bytes: ArrayBuffer
}

/**
 * What an edit or a delete started from: take it from the `Kept` row that the person saw, unchanged.
 * Of a row read straight from the server: `{ rev: row.rev, opId: null, seen: row }`.
 */
export interface BaseRevision {
  /** Revision of the server; null: not known to be there yet. */
  rev: number | null
  /** The latest own waiting operation that the row already showed. */
  opId: string | null
  /** The row itself: where somebody else has changed it meanwhile, it tells whose change is whose. */
  seen?: ManualHistory | GloveboxItem | OrderCommentsBase
}

/** Words for the screens while the entry waits; kept with it, never sent. */
export interface ShownHistory {
  /** The chosen shop, where it is none of the cached favourites. */
  shop?: { name: string; city: string; state: string }
}

/** An act that may wait for the network (ruling 24). Plain data; `id` is the client-made id of the entity. */
export type Command =
  | { kind: 'history.create'; id: string; payload: HistoryFields; files: NewFile[]; shown?: ShownHistory }
  | {
      kind: 'history.update'
      id: string
      basis: BaseRevision
      payload: HistoryFields
      /** Files to add. */
      files: NewFile[]
      /** Ids of documents to destroy (MHX-027). */
      removedFileIds: string[]
      shown?: ShownHistory
    }
  | { kind: 'history.delete'; id: string; basis: BaseRevision; vehicleId: number }
  | { kind: 'glovebox.create'; id: string; payload: GloveboxFields; files: NewFile[] }
  | {
      kind: 'glovebox.update'
      id: string
      basis: BaseRevision
      payload: GloveboxFields
      files: NewFile[]
      /** On a replacement: the id of the old file (GLV-004). */
      removedFileIds: string[]
    }
  | { kind: 'glovebox.delete'; id: string; basis: BaseRevision; vehicleId: number }
  /** `id`: `orderEntityId` of the order. */
  | {
      kind: 'order-comments.update'
      id: string
      basis: BaseRevision
      payload: OrderCommentsFields
      files: []
      removedFileIds: []
    }
  /** Statements: each is of its own id and never edited. `id` of a reading is the reading's. */
  | { kind: 'reading.create'; id: string; payload: ReadingFields }
  | { kind: 'void.create'; id: string; payload: VoidFields }
  | { kind: 'mark.create'; id: string; payload: MarkFields }
  | { kind: 'interval-mark.create'; id: string; payload: IntervalMarkFields }
  | { kind: 'service-mark.create'; id: string; payload: ServiceMarkFields }
  | { kind: 'snooze.create'; id: string; payload: SnoozeFields }

export type CommandKind = Command['kind']
