import { traverseContractProcedures } from '@orpc/server'
import { expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'

// The specification names these calls by their purpose or by the end of their path. We chose the method and the path;
// they must not change.

/** The names of path parameters may change. */
const shape = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

const calls = new Set<string>()
traverseContractProcedures({ router: contract, path: [] }, ({ contract: definition }) => {
  const { method, path = '' } = definition['~orpc'].route
  calls.add(`${method} ${shape(path)}`)
})
const missing = (expected: string[]) => expected.filter((call) => !calls.has(shape(call)))

it('telematics data is read and received under the chosen paths (TEL-018)', () => {
  expect(missing(TELEMATICS)).toEqual([])
})

it('calls that the specification names without a path have the chosen path (API-022)', () => {
  expect(missing(OTHERS)).toEqual([])
})

const TELEMATICS = [
  'GET /api/v4/geotab/sync_events',
  'POST /api/v4/geotab/sync_events',
  'GET /api/v4/vehicles/{id}/telematics/battery_life',
  'GET /api/v4/vehicles/{id}/telematics/engine_oil',
  'GET /api/v4/vehicles/{id}/telematics/tire_pressure',
  'GET /api/v4/vehicles/{id}/telematics/fault_data',
]

const OTHERS = [
  'GET /api/v4/customers/me',
  'PUT /api/v4/customers/{id}/language',
  'GET /api/v4/feature_flags',
  'GET /api/v4/partner_sessions/auth_link',
  'GET /api/v6/fleets.csv',
  'GET /api/v4/fleets/{fleetId}/quick_links',
  'POST /api/v4/fleets/{fleetId}/quick_links',
  'PUT /api/v4/fleets/{fleetId}/quick_links/{id}',
  'DELETE /api/v4/fleets/{fleetId}/quick_links/{id}',
  'GET /api/v4/vehicles.csv',
  'GET /api/v4/vehicles/years/{y}/makes',
  'GET /api/v4/vehicles/makes/{m}/models',
  'GET /api/v4/vehicles/models/{mo}/submodels/{s}',
  'GET /api/v4/vehicles/models/{mo}/submodels',
  'GET /api/v4/vehicles/models/{mo}/submodels/{s}/engines',
  'GET /api/v4/vehicles/vin_lookup',
  'PUT /api/v4/glovebox_items/{id}',
  'DELETE /api/v4/glovebox_items/{id}',
  'GET /api/v4/orders/{id}',
  'GET /api/v4/services/price_estimates',
  'GET /api/v4/vehicles/next_maintenance_interval',
  'GET /api/v4/vehicles/{id}/oem_schedules',
  'PUT /api/v4/vehicles/{id}/oem_schedules/services_completed',
  'PUT /api/v4/vehicles/{id}/oem_schedules/{interval_id}/mark_as_completed',
  'POST /api/v4/manual_maintenance_histories',
  'PUT /api/v4/customers/{id}/maintenance_preferences',
  'GET /api/v4/subscription_activities',
  'GET /api/v4/subscription_activities.csv',
]
