import type { Role } from '#domain/access/permissions.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Builders } from '#tests/support/builders.ts'

interface PayingFleetOptions {
  providers?: string[]
  roles?: Role[]
  language?: 'en' | 'fr'
  country?: 'US' | 'CA'
}

/** A fleet that pays through the platform, with one user: by default an Owner who pays by card. */
export async function aPayingFleet(
  { build, db }: { build: Builders; db: Database },
  { providers = ['Braintree'], roles = ['Owner'], language = 'en', country = 'US' }: PayingFleetOptions = {},
) {
  const fleet = await build.fleet({ name: 'Northgate Couriers', country })
  await db.query(sql`
    update fleets set payment_providers = ${providers}::text[], pays_through_platform = true where id = ${fleet.id}`)
  const user = await build.user(fleet, { roles, language, firstName: 'Dana' })
  return { fleet, user }
}
