import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { Shop } from '#contract/catalog/shops.ts'
import type { ManualHistory, OrderHistory } from '#contract/maintenance/history.ts'
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

/** A row as this person should see it: the server's copy with own waiting operations laid over it. */
export interface LocalRow<T> {
  row: T
  /** Null: the server has it just so. */
  waiting: PendingChange | null
  /** Hand it back with an edit or a delete of this row. */
  basis: BaseRevision
}

export interface PendingChange {
  /** 'files': the entry has arrived, its files are on the way. */
  change: 'create' | 'update' | 'delete' | 'files'
  state: OpState
  /** The operation to open in the tray. */
  opId: string
  /** Documents of the row whose file is still on this device. */
  fileIds: string[]
  /** The vehicle as it was when the entry was saved, for when the person no longer has it. */
  vehicle?: VehicleNames | null
}

/** How a refresh ended. */
export type RefreshResult = 'fresh' | 'offline' | 'auth' | 'failed'

export interface OfflineCache {
  vehicles: Live<Vehicle[]>
  vehicle(id: number): Live<Vehicle | undefined>
  /** Newest first by date of completion. */
  historyOf(vehicleId: number): Live<LocalRow<ManualHistory>[]>
  history(id: string): Live<LocalRow<ManualHistory> | undefined>
  /** Manual histories completed on `day` ('YYYY-MM-DD') or later, newest first; waiting ones whatever their day (past tab). */
  historiesSince(day: string): Live<LocalRow<ManualHistory>[]>
  /** All of them. */
  histories: Live<LocalRow<ManualHistory>[]>
  ordersOf(vehicleId: number): Live<OrderHistory[]>
  ordersSince(day: string): Live<OrderHistory[]>
  orders: Live<OrderHistory[]>
  /** Those in some statuses, by an index. */
  ordersIn(statuses: readonly string[]): Live<OrderHistory[]>
  gloveboxOf(vehicleId: number): Live<LocalRow<GloveboxItem>[]>
  gloveboxItem(id: string): Live<LocalRow<GloveboxItem> | undefined>
  /** All items, for the icons of the vehicle list. */
  gloveboxItems: Live<LocalRow<GloveboxItem>[]>
  intervals: Live<Interval[]>
  intervalsOf(vehicleId: number): Live<Interval[]>
  /** With own waiting readings, marks, snoozes and histories in it. Undefined: not known here. */
  scheduleOf(vehicleId: number): Live<VehicleSchedule | undefined>
  telematicsOf(vehicleId: number): Live<TelematicsSnapshot | undefined>
  /** Of the models that the fleet has: put them to vehicles by year, make and model (ruling 21). */
  recalls: Live<ModelRecalls[]>
  services: Live<ServiceDefinition[]>
  favoriteShops: Live<Shop[]>
  /** Last complete refresh, ms since 1970: 'as of 9:14' (OFF-043). */
  lastLoadedAt: Live<number | null>
  /**
   * The file of a glovebox document or an invoice: what waits here, else the kept copy, else from the server (and kept).
   * Undefined: not here, and no network.
   */
  documentBlob(documentId: string): Promise<Blob | undefined>
  /** Bytes of the document files that are kept here. */
  cachedFileBytes(): Promise<number>
  /** Drops the kept document files; they can be fetched again. */
  clearCachedFiles(): Promise<void>
  /**
   * Sends what waits, then takes the changes of the server, all that were there when it was called; then the current
   * glovebox files follow. Never two at once.
   */
  refresh(): Promise<RefreshResult>
  /** Forgets all copies (sign-out, 410 resync); the outbox is never touched. */
  drop(): Promise<void>
  close(): void
}
