import Dexie, { type EntityTable } from 'dexie'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { Shop } from '#contract/catalog/shops.ts'
import type { ManualHistory, OrderHistory } from '#contract/maintenance/history-record.ts'
import type { Interval } from '#contract/maintenance/intervals.ts'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import type { ModelRecalls } from '#contract/vehicles/recalls.ts'
import type { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { cacheName, type Scope } from '#src/offline/model/scope.ts'
import type { DeviceStorage } from './outbox-db.ts'

/** A cached document file: opened, prefetched, or sent from this device. */
interface DocBlobRow {
  id: string
  type: string
  bytes: ArrayBuffer
  size: number
  /** Last use, for eviction. */
  openedAt: number
  /** Sent from this device, which may have to send it again to a restored server. */
  isSent?: boolean
}

/** How far this device has pulled the server's changes. */
export interface SyncStateRow {
  scope: 'all'
  cursor: string | null
  /** Time of the last complete pull. */
  completedAt: number | null
  /** Time of the last page that was written; rows of earlier builds lack it. */
  storedAt?: number
  /** Time at which the last complete pull requested its last page: it contains every write acknowledged until then. */
  pulledAt?: number | undefined
  /** Everything is being loaded again; rows that are not received until its end are deleted then. */
  isResync?: boolean
}

/** Rows that were received, or acknowledged, since a resync began: the keys of one page in one table. */
interface ReceivedRow {
  id: number
  table: string
  keys: (string | number)[]
}

export type CacheDb = Dexie & {
  vehicles: EntityTable<Vehicle, 'id'>
  intervals: EntityTable<Interval, 'id'>
  schedules: EntityTable<VehicleSchedule, 'vehicle_id'>
  telematics: EntityTable<TelematicsSnapshot, 'vehicle_id'>
  recalls: EntityTable<ModelRecalls, 'id'>
  glovebox_items: EntityTable<GloveboxItem, 'id'>
  histories: EntityTable<ManualHistory, 'id'>
  orders: EntityTable<OrderHistory, 'id'>
  services: EntityTable<ServiceDefinition, 'id'>
  shops: EntityTable<Shop, 'id'>
  docBlobs: EntityTable<DocBlobRow, 'id'>
  syncState: EntityTable<SyncStateRow, 'scope'>
  received: EntityTable<ReceivedRow, 'id'>
}

/**
 * The cache database; the only place that defines its schema. It holds copies of server rows and may be deleted at any
 * time.
 */
export function cacheDb(scope: Scope, storage: DeviceStorage = {}): CacheDb {
  // By default, Dexie copies the rows of a live query deeply for each reader: 14 ms for 5,000 entries. Rows are never
  // changed in place; Dexie freezes them.
  const db = new Dexie(cacheName(scope), { ...storage, cache: 'immutable' }) as CacheDb
  db.version(1).stores({
    vehicles: '&id',
    intervals: '&id, vehicle_id',
    telematics: '&vehicle_id',
    glovebox_items: '&id, vehicle_id',
    histories: '&id, vehicle_id, date_of_completion',
    orders: '&id, vehicle_id, appointment_datetime',
    services: '&id',
    shops: '&id',
    docBlobs: '&id, [openedAt+id+size]',
    syncState: '&scope',
  })
  // Rows that the previous build skipped can only be pulled from the beginning.
  db.version(2)
    .stores({ schedules: '&vehicle_id' })
    .upgrade((tx) => tx.table('syncState').clear())
  // The dashboard reads only the few open orders among years of orders.
  db.version(3).stores({ orders: '&id, vehicle_id, appointment_datetime, status' })
  db.version(4)
    .stores({ recalls: '&id' })
    .upgrade((tx) => tx.table('syncState').clear())
  // Lists show which vehicles are snoozed without reading thousands of schedules.
  db.version(5).stores({ schedules: '&vehicle_id, reminder_date' })
  db.version(6).stores({ received: '++id, table' })
  return db
}
