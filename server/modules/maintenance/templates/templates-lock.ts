import { sql } from '#server/db/sql.ts'

/** Key of the lock that changes of a fleet's templates hold exclusively, and computations of due dates share. */
export const templatesLock = (fleetId: number) => sql`hashtextextended(${`schedule_templates ${fleetId}`}, 0)`
