// An installation's own PostgreSQL: the message for a user without rights names the exact statements, and they suffice.

import { tmpdir } from 'node:os'
import { expect, inject, it, onTestFinished } from 'vitest'
import { admin } from '#server/admin/admin.ts'
import { readConfig } from '#server/config/read-config.ts'
import { openDatabase } from '#server/db/database.ts'
import { findDatabaseProblems } from '#server/db/database-rights.ts'
import { createTestDatabase, dropTestDatabase } from '#tests/support/test-database.ts'

it('names the statements that a user without rights needs, and is content after them', async () => {
  const cluster = inject('cluster')
  const databaseUrl = await createTestDatabase(cluster, 'template0')
  const administrator = openDatabase(databaseUrl)
  const run = (text: string) => administrator.pool.query(text)
  const name = `clerk_${Date.now()}`
  const password = 'only-for-this-test'
  await run(`create role ${name} login password '${password}'`)
  const url = new URL(databaseUrl)
  url.username = name
  url.password = password
  const clerk = openDatabase(url.href)
  onTestFinished(async () => {
    await clerk.close()
    await run(`revoke create on schema public from ${name}`)
    await run(
      `do $$ begin execute format('revoke create on database %I from ${name}', current_database()); end $$`,
    )
    await run(`drop role ${name}`)
    await administrator.close()
    await dropTestDatabase(cluster, databaseUrl)
  })

  const problems = await findDatabaseProblems(clerk)
  expect(problems[0]).toContain(`The database user ${name} lacks rights.`)
  const config = { ...readConfig({ DATABASE_URL: url.href }), dataFolder: tmpdir() }
  await expect(admin(['fleets'], config, () => {})).rejects.toThrow(problems.join('\n'))
  const statements = problems.slice(1)
  // The role wheelbook_app exists in this cluster, because other databases have it.
  expect(statements.map((statement) => statement.trim().split(' ').slice(0, 3).join(' '))).toEqual([
    'grant create on',
    'grant create on',
    'grant wheelbook_app to',
  ])
  const [onDatabase = '', inSchema = '', role = ''] = statements
  for (const statement of [onDatabase, inSchema]) await run(statement)
  // The first migrations grant the role, which a mere member may not.
  await run(role.replace(' with admin option', ''))
  expect((await findDatabaseProblems(clerk)).slice(1)).toEqual([role])
  await run(role)
  expect(await findDatabaseProblems(clerk)).toEqual([])
})
