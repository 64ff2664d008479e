import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { adminRepository } from './admin.repository.ts'

/**
 * Records a command before it runs, so that one that fails or is killed halfway is not missing. Of its options, only the
 * named ones are stored, and the user whom `--email` or `--user` means.
 */
export async function recordCommand(
  db: Database,
  command: string,
  stored: readonly string[],
  values: Record<string, string | boolean | undefined>,
): Promise<void> {
  const { email, user } = values
  const given = typeof email === 'string' ? await adminRepository.userId(db, email) : Number(user ?? 0)
  const options = Object.fromEntries(Object.entries(values).filter(([name]) => stored.includes(name)))
  await db.query(sql`
    insert into command_trail (command, options, user_id)
    values (${command}, ${JSON.stringify(options)}::jsonb, (select id from users where id = ${given}))`)
}

/** The latest commands, newest first, with the number of the user concerned. */
export const listCommands = (db: Database) =>
  db.query(sql`
    select at::text, command, options::text, user_id as "user" from command_trail order by id desc limit 1000`)
