import type { Language } from '#contract/core/fields.ts'
import { type Page, pageOf } from '#contract/core/paging.ts'
import type { FLEET_SORTS, FleetSearch, ListedFleet } from '#contract/fmc/fleets.ts'
import type { Actor } from '#server/actor.ts'
import { csv } from '#server/csv.ts'
import type { Database } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { texts } from '#server/texts.ts'
import { countFleets, found, inAffiliation, readFleets, readSummary } from './fleets.reads.ts'

/** Rows of a file that are read at once; between two reads no connection is held, however slow the reader (P-13). */
const BATCH = 1000

const ORDER: Record<(typeof FLEET_SORTS)[number], Query> = {
  name: sql`f.name, f.id`,
  '-name': sql`f.name desc, f.id desc`,
  created_at: sql`f.created_at, f.id`,
  '-created_at': sql`f.created_at desc, f.id desc`,
}

/** The fleets of a management company, across tenants: limited to the actor's affiliation in every query. */
export function fleetsService({ db }: { db: Database }) {
  async function* all(where: Query): AsyncGenerator<ListedFleet> {
    let after = sql`true`
    for (;;) {
      const batch = await readFleets(db, sql`${where} and ${after}`, sql`f.id`, sql`limit ${BATCH}`)
      yield* batch
      const last = batch.at(-1)
      if (last === undefined || batch.length < BATCH) return
      after = sql`f.id > ${last.id}`
    }
  }

  return {
    async list(
      actor: Actor,
      query: FleetSearch & { sort: keyof typeof ORDER; page: number; per_page: number },
    ): Promise<{ fleets: ListedFleet[] } & Page> {
      const where = sql`${inAffiliation(actor)} and ${found(query)}`
      const [total, fleets] = await Promise.all([
        countFleets(db, where),
        readFleets(
          db,
          where,
          ORDER[query.sort],
          sql`limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`,
        ),
      ])
      return { fleets, ...pageOf(query, total) }
    },

    summary: (actor: Actor) => readSummary(db, inAffiliation(actor)),

    /** The found fleets as a file, made while it is read. */
    csv(actor: Actor, search: FleetSearch, language: Language): ReadableStream<Uint8Array> {
      const headings = texts[language].fleetsFile
      const columns = Object.keys(headings) as (keyof typeof headings)[]
      async function* rows() {
        yield columns.map((column) => headings[column])
        const where = sql`${inAffiliation(actor)} and ${found(search)}`
        for await (const fleet of all(where)) {
          const cells = {
            ...fleet,
            average_ticket: { amount: fleet.average_ticket },
            total_spend: { amount: fleet.total_spend },
          }
          yield columns.map((column) => cells[column])
        }
      }
      return csv(rows(), language)
    },
  }
}
export type FleetsService = ReturnType<typeof fleetsService>
