import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Version } from '#tools/installation/versions.ts'

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: { enum?: string[]; format?: string; type?: string }
}
interface OpenApi {
  paths: Record<string, { get?: { parameters?: Parameter[] } }>
}

/** Ids of rows to read, by the name of a parameter or the segment before it. */
export type Ids = Record<string, string>

/** Returns the address of every read of a version, with ids of existing rows where there are any. */
export function readsOf(version: Version, ids: Ids): string[] {
  const printed = execFileSync(process.execPath, ['--no-warnings', 'server/openapi.ts'], {
    cwd: version.folder,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
  const { paths } = JSON.parse(printed) as OpenApi
  return Object.entries(paths).flatMap(([path, { get }]) =>
    get ? [fill(path, get.parameters ?? [], ids)] : [],
  )
}

function fill(path: string, parameters: Parameter[], ids: Ids): string {
  const parts = path.split('/').map((part, i, all) => {
    const name = /^\{(.+?)\}$/.exec(part)?.[1]
    if (name === undefined) return part
    const parameter = parameters.find((each) => each.name === name)
    return ids[name] ?? ids[all[i - 1] ?? ''] ?? (parameter?.schema.format === 'uuid' ? randomUUID() : '1')
  })
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${ids[name] ?? schema.enum?.[0] ?? '1'}`)
  return `${parts.join('/')}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Finds one row of each noun in a fleet of the demo data. */
export async function idsOf(db: Database, fleetId: number): Promise<Ids> {
  const [row] = await db.query<Record<string, string | null>>(sql`
    select v.id::text as vehicle, o.id::text as "order", o.shop_id::text as shop, u.id::text as "user",
      h.id::text as history, d.id::text as document, g.id::text as item
    from fleets f
    left join lateral (select id from vehicles where fleet_id = f.id and is_active order by id limit 1) v on true
    left join lateral (select id, shop_id from shop_orders where fleet_id = f.id order by id limit 1) o on true
    left join lateral (select id from users where fleet_id = f.id order by id limit 1) u on true
    left join lateral (select id from manual_maintenance_histories where fleet_id = f.id limit 1) h on true
    left join lateral (select id from documents where fleet_id = f.id limit 1) d on true
    left join lateral (select id from glovebox_items where fleet_id = f.id limit 1) g on true
    where f.id = ${fleetId}`)
  const known = Object.fromEntries(Object.entries(row ?? {}).filter(([, id]) => id !== null)) as Ids
  const { vehicle = '1', order = '1', shop = '1', user = '1' } = known
  return {
    fleets: String(fleetId),
    fleetId: String(fleetId),
    vehicles: vehicle,
    vehicleId: vehicle,
    vehicle_id: vehicle,
    vehicleIds: vehicle,
    vehicle_ids: vehicle,
    orders: order,
    shop_order_id: order,
    shops: shop,
    shop_id: shop,
    service_ids: '1',
    fleet_users: user,
    customers: user,
    userId: user,
    ...(known.history && { manual_maintenance_histories: known.history }),
    ...(known.document && { maintenance_documents: known.document, glovebox_documents: known.document }),
    start_date: '2026-01-01',
    end_date: '2026-12-31',
    year: '2022',
    years: '2022',
    vin: '1FTBW2CM5HKA00001',
  }
}
