import type { ListedUser, USER_SORTS } from '#contract/access/users.ts'
import type { UserContext } from '#domain/access/user-rules.ts'
import type { Cell } from '#domain/core/csv/csv-cell.ts'
import { dayIn } from '#domain/core/days.ts'
import type { Actor } from '#server/actor.ts'
import { csv } from '#server/csv.ts'
import { sql } from '#server/db/sql.ts'
import { translate, translateGroup } from '#server/texts/translate.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { listedUser } from './user-scope.ts'
import { matchesUserSearch, roleName } from './user-search.ts'
import { ORDER, readListed } from './users.reads.ts'

/** Rows per read; no connection is held between reads, however slow the client (P-13). */
const BATCH = 500

interface UsersFile {
  context: UserContext
  search: string | undefined
  sort: (typeof USER_SORTS)[number]
  language: 'en' | 'fr'
}

/** Streams the list as a file, in its order and columns (USR-006, USR-008, USR-009). */
export function usersCsv(
  useCase: DatabaseUseCase,
  actor: Actor,
  file: UsersFile,
): ReadableStream<Uint8Array> {
  const column = translateGroup(file.language, 'server/users:column')
  const things = file.context === 'fmc' ? column.fleets : column.vehicles
  async function* rows(): AsyncGenerator<Cell[]> {
    yield [column.name, column.roles, column.email, column.phone, things, column.active]
    for await (const user of readAll(useCase, actor, file)) {
      const held = file.context === 'fmc' ? user.approval_fleets : user.vehicles
      yield [
        user.name,
        user.roles.map((role) => roleName(role, file.language)).join(', '),
        user.email,
        user.cellPhone,
        held.map(({ name }) => name).join(', '),
        translate(file.language, user.is_active ? 'server/users:yes' : 'server/users:no'),
      ]
    }
  }
  return csv(rows(), { language: file.language, fleetId: actor.fleet.id })
}

async function* readAll(
  { db, clock }: DatabaseUseCase,
  actor: Actor,
  { context, search, sort }: UsersFile,
): AsyncGenerator<ListedUser> {
  const where = sql`${listedUser(actor, context)} and ${matchesUserSearch(actor, search ?? '')}`
  const isByEmail = sort === 'email' || sort === '-email'
  const place = isByEmail ? sql`(u.email, u.id)` : sql`(u.name, u.id)`
  const sign = sort.startsWith('-') ? sql`<` : sql`>`
  let behind = sql`true`
  for (;;) {
    const today = dayIn(actor.fleet.timeZone, clock())
    const rest = sql`${where} and ${behind} order by ${ORDER[sort]} limit ${BATCH}`
    const batch = await readListed(db, today, rest)
    yield* batch
    const last = batch.at(-1)
    if (last === undefined || batch.length < BATCH) return
    behind = sql`${place} ${sign} (${isByEmail ? last.email : last.name}, ${last.id})`
  }
}
