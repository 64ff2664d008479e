import { ABILITIES } from '#domain/access/permissions.ts'
import { type Query, sql } from '#server/db/sql.ts'

/** Condition on `users u`: they may pay with a payment method of the fleet, by the rule that approvals follow. */
export const hasUsableMethod = (fleetId: Query): Query => sql`exists (select from payment_methods m
  where m.fleet_id = ${fleetId} and m.removed_at is null and (m.all_users or m.owner_id = u.id
    or u.roles && ${[...ABILITIES['payments.edit']]}::text[]
    or exists (select from payment_method_users x where x.method_id = m.id and x.user_id = u.id)))`
