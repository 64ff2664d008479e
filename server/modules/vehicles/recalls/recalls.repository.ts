import type { Recall } from '#contract/vehicles/recalls.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { VehicleModel } from '#server/integrations/recalls/port.ts'

/** The normalized columns of `vehicles v` by which recalls are looked up. */
const MODEL = sql`v.year, lower(btrim(v.make)) as make, lower(btrim(v.model)) as model`
const IS_KNOWN = sql`v.is_active and v.year is not null and btrim(v.make) <> '' and btrim(v.model) <> ''`

/** Queries of the jobs, which bypass row-level security: the models of all fleets together. */
export const recallsRepository = {
  /**
   * Lists models of active vehicles that were not looked up since then: all of them, a few thousand at most. Those whose
   * look-up failed last come last.
   */
  modelsToLookUp(db: Queryable, since: Date): Promise<VehicleModel[]> {
    return db.query<VehicleModel>(sql`
      select m.country, m.year, m.make, m.model
      from (select distinct f.country, ${MODEL} from vehicles v join fleets f on f.id = v.fleet_id where ${IS_KNOWN}) m
      left join recall_lookups l using (country, year, make, model)
      where l.looked_up_at is null or l.looked_up_at < ${since}
      order by greatest(l.looked_up_at, l.tried_at) nulls first, m.country, m.make, m.model, m.year`)
  },

  /** Lists models of active vehicles that were never looked up, at most `limit`. */
  newModels(db: Queryable, limit: number): Promise<VehicleModel[]> {
    return db.query<VehicleModel>(sql`
      select m.country, m.year, m.make, m.model
      from (select distinct f.country, ${MODEL} from vehicles v join fleets f on f.id = v.fleet_id where ${IS_KNOWN}) m
      where not exists (select from recall_lookups l
        where (l.country, l.year, l.make, l.model) = (m.country, m.year, m.make, m.model))
      order by m.country, m.make, m.model, m.year limit ${limit}`)
  },

  async putLookup(db: Queryable, model: VehicleModel, recalls: readonly Recall[], now: Date): Promise<void> {
    await db.query(sql`
      insert into recall_lookups (country, year, make, model, recalls, looked_up_at)
      values (${model.country}, ${model.year}, ${model.make}, ${model.model}, ${JSON.stringify(recalls)}, ${now})
      on conflict (country, year, make, model) do update
        set recalls = excluded.recalls, looked_up_at = excluded.looked_up_at`)
  },

  /** Leaves the stored recalls unchanged. */
  async putFailure(db: Queryable, model: VehicleModel, now: Date): Promise<void> {
    await db.query(sql`
      insert into recall_lookups (country, year, make, model, recalls, looked_up_at, tried_at)
      values (${model.country}, ${model.year}, ${model.make}, ${model.model}, '[]', '-infinity', ${now})
      on conflict (country, year, make, model) do update set tried_at = excluded.tried_at`)
  },

  fleets(db: Queryable): Promise<{ id: number }[]> {
    return db.query<{ id: number }>(sql`select id from fleets order by id`)
  },

  /** The fleets with a vehicle whose model was looked up since they were last updated. */
  outdatedFleets(db: Queryable): Promise<{ id: number }[]> {
    return db.query<{ id: number }>(sql`
      select distinct m.fleet_id as id
      from (select distinct v.fleet_id, f.country, ${MODEL} from vehicles v join fleets f on f.id = v.fleet_id
        where ${IS_KNOWN}) m
      join recall_lookups l using (country, year, make, model)
      left join model_recalls r on (r.fleet_id, r.year, r.make, r.model) = (m.fleet_id, m.year, m.make, m.model)
      where r.id is null and l.looked_up_at > '-infinity'
      order by id`)
  },

  /**
   * Updates a fleet's models to match its vehicles, also those without recalls, without touching unchanged rows.
   * Returns whether any changed.
   */
  async matchFleet(db: Queryable, fleetId: number): Promise<boolean> {
    const changed = await db.query(sql`
      with wanted as (
        select m.year, m.make, m.model, l.recalls
        from (select distinct f.country, ${MODEL} from vehicles v join fleets f on f.id = v.fleet_id
          where v.fleet_id = ${fleetId} and ${IS_KNOWN}) m
        join recall_lookups l using (country, year, make, model)
        where l.looked_up_at > '-infinity'
      ),
      gone as (
        delete from model_recalls r where r.fleet_id = ${fleetId} and not exists (
          select from wanted w where (w.year, w.make, w.model) = (r.year, r.make, r.model))
        returning r.id
      ),
      put as (
        insert into model_recalls as r (fleet_id, year, make, model, recalls)
        select ${fleetId}, year, make, model, recalls from wanted
        on conflict (fleet_id, year, make, model) do update set recalls = excluded.recalls
          where r.recalls <> excluded.recalls
        returning r.id
      )
      select id from gone union all select id from put limit 1`)
    return changed.length > 0
  },
}
