import { addDays } from '#domain/core/days.ts'

/** One request of a load. */
export interface LargeRequest {
  method: 'GET' | 'POST'
  path: string
  body?: object
}

/** A call whose p99 is measured, with the requests that a load alternates between. */
export interface LargeRoute {
  name: string
  goalMs: number
  requests: LargeRequest[]
}

const get = (path: string): LargeRequest => ({ method: 'GET', path })
const list = (body: object): LargeRequest => ({ method: 'POST', path: '/api/v4/orders/index', body })

/**
 * The calls of the services screen, the dashboard's aggregate, the shop search, the vehicle list (filtered and sorted)
 * and the user list, which has the goal of the vehicle list.
 */
export function largeRoutes(today: string): LargeRoute[] {
  const active = {
    captureActive: true,
    startDate: addDays(today, -1),
    endDate: addDays(today, 93),
    per_page: 50,
  }
  const past = {
    captureActive: false,
    withMaintenanceHistory: true,
    startDate: addDays(today, -92),
    endDate: today,
    per_page: 50,
  }
  const zips = ['90012', '60601', '10001', '77002', '33101', '98101', '00901']
  const year = `start_date=${addDays(today, -365)}&end_date=${today}`
  const vehicles = (query: string) => get(`/api/v4/vehicles?per_page=50&${query}`)
  const users = (query: string) => get(`/api/v4/fleet_users?per_page=50&${query}`)
  return [
    {
      name: 'GET fleet_users, sorted',
      goalMs: 50,
      requests: [users('sort=name'), users('sort=-name&page=40'), users('sort=email&is_active=true')],
    },
    {
      name: 'GET fleet_users, searched',
      goalMs: 50,
      requests: ['dana', 'driver 7f3', 'person 79', '@bench.example', 'no such one'].map((text) =>
        users(`search=${encodeURIComponent(text)}`),
      ),
    },
    {
      name: 'GET vehicles, sorted',
      goalMs: 50,
      requests: [
        vehicles('sort=name'),
        vehicles('sort=-odometer&page=3'),
        vehicles('sort=year&is_active=true'),
        vehicles('sort=last_maintenance&is_active=false'),
      ],
    },
    {
      name: 'GET vehicles, searched and sorted',
      goalMs: 50,
      requests: ['unit 48', '0048213', 'transit', 'ford 2019 48'].map((text) =>
        vehicles(`sort=-odometer&search=${encodeURIComponent(text)}`),
      ),
    },
    {
      name: 'POST orders/index, active tab',
      goalMs: 80,
      requests: [
        list(active),
        list({ ...active, page: 3 }),
        list({ ...active, state_id: 'awaiting_approval' }),
      ],
    },
    {
      name: 'POST orders/index, past tab',
      goalMs: 80,
      requests: [list(past), list({ ...past, page: 3 }), list({ ...past, startDate: addDays(today, -900) })],
    },
    {
      name: 'GET orders/fleet_orders',
      goalMs: 80,
      requests: [get('/api/v4/orders/fleet_orders?per_page=10')],
    },
    { name: 'GET orders/aggregate', goalMs: 80, requests: [get(`/api/v4/orders/aggregate?${year}`)] },
    {
      name: 'GET fleets/me/vehicle_services, upcoming tab',
      goalMs: 80,
      requests: [1, 2, 3].map((page) => get(`/api/v4/fleets/me/vehicle_services?per_page=50&page=${page}`)),
    },
    {
      name: 'GET shops/select_shops',
      goalMs: 50,
      requests: zips.flatMap((zip) => [
        get(`/api/v4/shops/select_shops?zip=${zip}&per_page=10`),
        get(
          `/api/v4/shops/select_shops?zip=${zip}&per_page=10&page=2&services_requested[0][service_definition_id]=1&services_requested[1][service_definition_id]=5`,
        ),
      ]),
    },
  ]
}
