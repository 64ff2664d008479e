import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { Shop } from '#contract/catalog/shops.ts'
import type { ManualHistory, OrderHistory } from '#contract/maintenance/history-record.ts'
import type { Interval } from '#contract/maintenance/intervals.ts'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import type { ModelRecalls } from '#contract/vehicles/recalls.ts'
import type { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import type { BaseRevision } from '#src/offline/model/command.ts'
import type { Live } from '#src/offline/model/live.ts'
import type { VehicleNames } from '#src/offline/model/op-row.ts'
import type { OpState } from '#src/offline/model/states.ts'

/** A row as this user should see it: the server's copy with the user's pending operations applied. */
export interface LocalRow<T> {
  row: T
  /** Null: the server has the row as shown. */
  waiting: PendingChange | null
  /** Pass it back with an edit or a delete of this row. */
  basis: BaseRevision
}

export interface PendingChange {
  /** 'files': the entry has arrived, its files are still to be sent. */
  change: 'create' | 'update' | 'delete' | 'files'
  state: OpState
  /** The operation to open in the tray. */
  opId: string
  /** Documents of the row whose file has not been sent yet. */
  fileIds: string[]
  /** The vehicle as it was when the entry was saved, for when the user no longer has it. */
  vehicle?: VehicleNames | null
}

/** Result of a refresh. */
export type RefreshResult = 'fresh' | 'offline' | 'auth' | 'failed'

/** The reminders of a vehicle are snoozed until a day. */
export interface Snooze {
  vehicle_id: number
  until: string
}

/** What identifies an order, for a search over all of them. */
export interface OrderName {
  id: number
  vehicle_id: number
  status: string
  appointment_datetime: string
  po_number: string | null
  /** Null: no shop yet. */
  shop: string | null
  /** Of a shop of the network; null: the fleet typed the name itself. */
  city: string | null
}

/** A stored document: its URL and digest. */
export interface DocumentMeta {
  url: string
  sha256: string
  type: string
}

export interface OfflineCache {
  vehicles: Live<Vehicle[]>
  vehicle(id: number): Live<Vehicle | undefined>
  /** Those of the vehicles that are stored on this device, in the order of the ids. */
  vehiclesOf(ids: readonly number[]): Live<Vehicle[]>
  /** Newest first by date of completion. */
  historyOf(vehicleId: number): Live<LocalRow<ManualHistory>[]>
  history(id: string): Live<LocalRow<ManualHistory> | undefined>
  /**
   * Manual histories completed on `day` ('YYYY-MM-DD') or later, newest first. Includes all pending ones (past tab).
   */
  historiesSince(day: string): Live<LocalRow<ManualHistory>[]>
  /** Ids of histories that pending edits move from this vehicle to another one. */
  movedFrom(vehicleId: number): Live<string[]>
  /** All manual histories. */
  histories: Live<LocalRow<ManualHistory>[]>
  ordersOf(vehicleId: number): Live<OrderHistory[]>
  ordersSince(day: string): Live<OrderHistory[]>
  orders: Live<OrderHistory[]>
  /** All orders by id. Read while someone follows it, then kept in memory. */
  orderNames: Live<OrderName[]>
  /** Orders in the given statuses, read by an index. */
  ordersIn(statuses: readonly string[]): Live<OrderHistory[]>
  gloveboxOf(vehicleId: number): Live<LocalRow<GloveboxItem>[]>
  gloveboxItem(id: string): Live<LocalRow<GloveboxItem> | undefined>
  /** All items, for the icons of the vehicle list. */
  gloveboxItems: Live<LocalRow<GloveboxItem>[]>
  intervals: Live<Interval[]>
  intervalsOf(vehicleId: number): Live<Interval[]>
  /** Includes the user's pending readings, marks, snoozes and histories. Undefined: not stored on this device. */
  scheduleOf(vehicleId: number): Live<VehicleSchedule | undefined>
  /** Vehicles whose reminders are snoozed today, with pending snoozes applied. */
  snoozes: Live<Snooze[]>
  telematicsOf(vehicleId: number): Live<TelematicsSnapshot | undefined>
  /** The latest readings of the vehicles that report faults. */
  telematicsWithFaults: Live<TelematicsSnapshot[]>
  /** Recalls of the fleet's models; match them to vehicles by year, make and model (ruling 21). */
  recalls: Live<ModelRecalls[]>
  services: Live<ServiceDefinition[]>
  favoriteShops: Live<Shop[]>
  /** Last complete refresh, ms since 1970: 'as of 9:14' (OFF-043). */
  lastLoadedAt: Live<number | null>
  /**
   * The file of a glovebox document or an invoice: from the queue, else from the cache, else from the server (then
   * cached). Undefined: not on this device, and no network.
   * @param meta of an invoice: the history also shows rows that this device does not store
   */
  documentBlob(documentId: string, meta?: DocumentMeta): Promise<Blob | undefined>
  /** Bytes of the cached document files. */
  cachedFileBytes(): Promise<number>
  /** Drops the cached document files; they can be fetched again. */
  clearCachedFiles(): Promise<void>
  /**
   * Sends the queued entries, then pulls all changes that the server had at the time of the call. Then prefetches the
   * current glovebox files. Runs once at a time.
   */
  refresh(): Promise<RefreshResult>
  /** Drops all copies of what the server has (sign-out). The outbox is not touched. */
  drop(): Promise<void>
  close(): void
}
