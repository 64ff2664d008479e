import { randomUUID } from 'node:crypto'

/** A measured route. */
export interface BenchRoute {
  name: string
  method: 'GET' | 'POST'
  path: string
  query: string
  /** Expected status. */
  status: number
  /** Concurrent connections. */
  connections: number
}

/** A vehicle for new entries, with its odometer reading. */
export interface BenchVehicle {
  id: number
  odometer: number
}

export const ROUTES: BenchRoute[] = [
  {
    name: 'GET /api/v4/vehicles (100 rows)',
    method: 'GET',
    path: '/api/v4/vehicles',
    query: '?per_page=100',
    status: 200,
    connections: 20,
  },
  {
    name: 'POST /api/v4/manual_maintenance_histories',
    method: 'POST',
    path: '/api/v4/manual_maintenance_histories',
    query: '',
    status: 201,
    connections: 20,
  },
]

/** Body of a typical history: a shop, an order number, a remark and two services. */
export function historyBody(vehicle: BenchVehicle, today: string) {
  return {
    id: randomUUID(),
    vehicle_id: vehicle.id,
    odometer: vehicle.odometer,
    custom_shop_name: 'Bench Garage',
    zip: '60601',
    po_number: `PO-${vehicle.id}`,
    customer_comments: 'Front pads at three millimetres, rear ones good for another year.',
    date_of_completion: today,
    with_manual_history: true,
    vehicle_services: [
      { service_definition_id: 1, price: '89.95' },
      { service_definition_id: 2, price: '154.00' },
    ],
  }
}
