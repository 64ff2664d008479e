import type { Actor } from '#server/actor.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { Problem } from '#server/problem.ts'
import { inAffiliation } from './fleets.reads.ts'

/** The fleets that an actor reads: all of their company, or the session's. With `fleetId`, only that one of them. */
export interface FleetScope {
  actor: Actor
  isCompanyWide: boolean
  fleetId?: number | undefined
}

/** Condition on `fleets f`: it is in the scope. */
export function inScope({ actor, isCompanyWide, fleetId }: FleetScope): Query {
  const readable = isCompanyWide ? inAffiliation(actor) : sql`f.id = ${actor.fleet.id}`
  return fleetId === undefined ? readable : sql`${readable} and f.id = ${fleetId}`
}

/**
 * Runs `work` where all rows of the scope can be read: those of a company only outside row-level security. Errors:
 * not_found if `fleetId` is not in the scope.
 */
export async function readInScope<T>(
  db: Database,
  scope: FleetScope,
  work: (reader: Queryable) => Promise<T>,
): Promise<T> {
  const run = async (reader: Queryable) => {
    if (scope.fleetId !== undefined && !(await exists(reader, scope))) throw new Problem('not_found')
    return work(reader)
  }
  return scope.isCompanyWide ? run(db) : db.tenant(scope.actor.fleet.id, run)
}

async function exists(db: Queryable, scope: FleetScope): Promise<boolean> {
  return (await db.query(sql`select from fleets f where ${inScope(scope)}`)).length > 0
}
