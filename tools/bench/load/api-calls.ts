import { randomUUID } from 'node:crypto'
import { addDays } from '#domain/core/days.ts'
import { SYNC_PAGE_MAX } from '#domain/core/limits.ts'
import { historyBody } from '#tools/bench/api/routes.ts'
import type { ManagerCall } from './mix.ts'
import type { LoadUser } from './world.ts'

/** One HTTP request of a call. */
export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  status: number
  headers?: Record<string, string>
  body?: unknown
}

const get = (path: string): LoadRequest => ({ method: 'GET', path: `/api/v4${path}`, status: 200 })
const nthOf = <T>(list: readonly T[], nth: number): T => {
  const item = list[nth % list.length]
  if (item === undefined) throw new RangeError('An empty list')
  return item
}

/** A pull of changes as `src/offline/sync/pull.ts` sends it. */
export function pullRequest(cursor: string | null): LoadRequest {
  const query = new URLSearchParams({ limit: String(SYNC_PAGE_MAX), ...(cursor === null ? {} : { cursor }) })
  return get(`/sync?${query}`)
}

/** An entry as the outbox sends it. */
export function entryRequest({ vehicles }: LoadUser, nth: number, today: string): LoadRequest {
  return {
    method: 'POST',
    path: '/api/v4/manual_maintenance_histories',
    status: 201,
    headers: { 'idempotency-key': randomUUID(), 'x-client-seq': String(nth), 'x-op-version': '1' },
    // Without the ZIP code, which is invalid in the Canadian fleets.
    body: { ...historyBody(nthOf(vehicles, nth), today), zip: undefined },
  }
}

export function heartbeatRequest(deviceId: string): LoadRequest {
  return {
    method: 'POST',
    path: '/api/v4/clients/heartbeat',
    status: 200,
    body: {
      device_id: deviceId,
      pending: 0,
      pending_files: 0,
      stuck: 0,
      stuck_files: 0,
      oldest_at: null,
      app_version: 'load',
      persisted: true,
      installed: true,
    },
  }
}

/** Returns a manager's request; `nth` varies pages, words and rows. */
export function managerRequest(
  call: ManagerCall,
  { vehicles, orders }: LoadUser,
  nth: number,
  today: string,
): LoadRequest {
  const year = `start_date=${addDays(today, -365)}&end_date=${today}`
  switch (call) {
    case 'list of vehicles':
      return get(`/vehicles?per_page=100&is_active=true&sort=${nthOf(['name', '-odometer', 'year'], nth)}`)
    case 'search of vehicles':
      return get(
        `/vehicles?per_page=50&search=${nthOf(['transit', 'unit 12', 'ford 2019', 'express', 'A1'], nth)}`,
      )
    case 'one vehicle':
      return get(`/vehicles/${nthOf(vehicles, nth).id}?include=all`)
    case 'list of orders':
      return {
        method: 'POST',
        path: '/api/v4/orders/index',
        status: 200,
        body: nthOf([{ captureActive: true }, { captureActive: false, withMaintenanceHistory: true }], nth),
      }
    case 'one order':
      return get(`/orders/${nthOf(orders, nth)}`)
    case 'due list':
      return get('/fleets/me/vehicle_services?per_page=50')
    case 'totals of the dashboard':
      return get(`/orders/aggregate?${year}`)
    case 'cost report':
      return get(`/reports/costs?by=${nthOf(['vehicle', 'shop', 'service', 'month'], nth)}&${year}`)
  }
}
