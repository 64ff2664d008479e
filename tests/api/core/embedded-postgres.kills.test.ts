// the embedded PostgreSQL after kill -9 of any process.
import { spawn } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { isAlive, waitUntilGone } from '#server/db/embedded/processes.ts'
import {
  countRows,
  here,
  killed,
  makeRows,
  owners,
  query,
  start,
  startOwner,
  until,
} from './embedded-postgres.harness.ts'

/** 100 in a soak test. */
const rounds = Number(process.env.SOAK_ROUNDS ?? 6)
/** R-1's five seconds on a dedicated machine (SOAK_ROUNDS=100); next to other tests on two cores it takes longer. */
const RESPONDS_WITHIN_MS = process.env.SOAK_ROUNDS ? 5000 : 20_000

let base: string
let folder: string
beforeEach(() => {
  ;({ base, folder } = here)
})

function writeUntilItFails(connectionString: string, from: number) {
  let isStopped = false
  const write = async () => {
    const client = new pg.Client({ connectionString })
    client.on('error', () => {})
    await client.connect()
    let done = from
    try {
      for (; !isStopped; done += 1) await client.query('INSERT INTO kept VALUES ($1)', [done])
    } catch {}
    await client.end().catch(() => {})
    return done
  }
  return {
    acknowledged: write(),
    stop() {
      isStopped = true
    },
  }
}

async function pidOtherThan(old: number): Promise<number> {
  const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0])
  if (pid === old) throw new Error('not restarted yet')
  return pid
}

describe('after a kill', () => {
  it('adopts the PostgreSQL that a killed server left running (R-1)', async () => {
    const owner = startOwner()
    const { connectionString, pid } = await owner.report
    await makeRows(connectionString)
    await killed(owner)
    expect(isAlive(pid)).toBe(true)

    const messages: string[] = []
    const server = await start({ log: (message) => messages.push(message) })
    expect(server).toMatchObject({ adopted: true, pid, connectionString })
    expect(messages.join()).toContain('adopted')
    expect(await countRows(server.connectionString)).toBe(500)
    await server.stop()
    expect(isAlive(pid)).toBe(false)
  })

  it('replaces an orphan whose socket was deleted instead of starting a second one (R-1)', async () => {
    const owner = startOwner()
    const { connectionString, pid } = await owner.report
    await makeRows(connectionString)
    await killed(owner)
    await rm(join(folder, '.s.PGSQL.5432'))

    const server = await start()
    expect(server.adopted).toBe(false)
    expect(isAlive(pid)).toBe(false)
    expect(await countRows(server.connectionString)).toBe(500)
  })

  it('answers within 5 s and has every acknowledged row, whichever process was killed (R-1)', {
    timeout: rounds * (RESPONDS_WITHIN_MS + 2000),
  }, async () => {
    let owner = startOwner()
    let { connectionString, pid } = await owner.report
    await query(connectionString, 'CREATE TABLE kept (id int PRIMARY KEY)')
    let acknowledged = 0
    for (let round = 0; round < rounds; round += 1) {
      const victims = (['server', 'postmaster', 'both'] as const)[round % 3]
      const writing = writeUntilItFails(connectionString, acknowledged)
      await sleep(50 + 17 * (round % 7))
      if (victims !== 'postmaster') await killed(owner)
      if (victims !== 'server') process.kill(pid, 'SIGKILL')
      else writing.stop()

      const startedAt = Date.now()
      if (victims !== 'postmaster') {
        owner = startOwner()
        const report = await owner.report
        expect(report.adopted).toBe(victims === 'server')
        expect(report.connectionString).toBe(connectionString)
        pid = report.pid
      }
      acknowledged = await writing.acknowledged
      const count = await until(() => countRows(connectionString), RESPONDS_WITHIN_MS)
      expect(Date.now() - startedAt).toBeLessThan(RESPONDS_WITHIN_MS)
      // The last row may exist even if its response was lost.
      expect([acknowledged, acknowledged + 1]).toContain(count)
      acknowledged = count
      if (victims === 'postmaster') pid = await until(() => pidOtherThan(pid), RESPONDS_WITHIN_MS)
    }
  })

  it('starts again when server and postmaster were killed and backends still run (R-1)', async () => {
    const owner = startOwner()
    const { connectionString, pid } = await owner.report
    await makeRows(connectionString)
    const busy = query(connectionString, 'SELECT count(*) FROM generate_series(1, 2000000000)').catch(
      () => {},
    )
    await sleep(200)
    await killed(owner)
    process.kill(pid, 'SIGKILL')

    const startedAt = Date.now()
    const server = await start()
    expect(Date.now() - startedAt).toBeLessThan(RESPONDS_WITHIN_MS)
    expect(server.adopted).toBe(false)
    expect(await countRows(server.connectionString)).toBe(500)
    await busy
  })

  it('does not mistake another process with the same PID for the old postmaster (R-1)', async () => {
    const server = await start()
    await makeRows(server.connectionString)
    await server.stop()
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
    owners.push(stranger)
    await writeFile(
      join(folder, 'postmaster.pid'),
      [stranger.pid, folder, 1, 5432, folder, '', '', 'ready', ''].join('\n'),
    )
    expect(await countRows((await start()).connectionString)).toBe(500)
    expect(isAlive(stranger.pid!)).toBe(true)
  })

  it.each([0, 150, 400])(
    'creates the database again if the first boot was killed %i ms into it (R-1, R-5)',
    async (afterMs) => {
      const owner = startOwner()
      owner.report.catch(() => {})
      await until(async () => {
        if (!(await readdir(base)).some((name) => name.startsWith('postgres.new-')))
          throw new Error('not yet')
      }, 20_000)
      await sleep(afterMs)
      await killed(owner)

      const server = await start()
      await makeRows(server.connectionString)
      expect(await countRows(server.connectionString)).toBe(500)
    },
  )

  it('survives a Ctrl-C in the terminal of the server, which stops it itself (R-14)', async () => {
    const owner = startOwner()
    const { connectionString, pid } = await owner.report
    process.kill(-owner.child.pid!, 'SIGINT')
    await sleep(300)
    expect(isAlive(pid)).toBe(true)
    await makeRows(connectionString)
  })

  it('stops with a server that exits without stopping it', async () => {
    const owner = startOwner('exit')
    const { pid } = await owner.report
    await owner.gone
    expect(await waitUntilGone([pid], RESPONDS_WITHIN_MS)).toBe(true)
  })
})
