// The documented start is a chain: npm, node, PostgreSQL. All of it stops, whichever part gets the signal.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandOf, isAlive, listProcesses, parentOf, signalAll } from '#server/db/embedded/processes.ts'
import { freePort, untilReady } from '#tests/support/production-server.ts'

const ROOT = join(import.meta.dirname, '../../..')
let folder: string
let port: number
const begun = new Set<number>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wheelbook-npm-'))
  await chmod(folder, 0o711)
  port = await freePort()
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  // The product's start script, without the app, which then does not have to be built.
  const start = scripts.start.replace('server/start.ts', join(ROOT, 'tests/support/api-only.ts'))
  expect(start).not.toBe(scripts.start)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, scripts: { start } }))
})
afterAll(async () => {
  signalAll([...begun].filter(isAlive), 'SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

function npmStart(): ChildProcess {
  const child = spawn('npm', ['start'], {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_FOLDER: folder,
      DATABASE_URL: '',
      DEMO: 'false',
      CATALOGUE: 'false',
      npm_config_update_notifier: 'false',
    },
  })
  begun.add(child.pid ?? 0)
  return child
}

const isFree = () =>
  new Promise<boolean>((resolve) => {
    const probe = connect(port, '127.0.0.1')
    probe.once('connect', () => resolve(false)).once('error', () => resolve(true))
    probe.once('connect', () => probe.destroy())
  })

/** All descendants of a process, nearest first. */
function below(pid: number): number[] {
  const all = listProcesses().map((listed) => ({ pid: listed.pid, parent: parentOf(listed.pid) }))
  const found: number[] = []
  for (let family = [pid]; family.length > 0; ) {
    family = all
      .filter(({ parent }) => parent !== null && family.includes(parent))
      .map((listed) => listed.pid)
    found.push(...family)
  }
  return found
}

async function untilGone(pids: number[], timeoutMs = 8000) {
  const end = Date.now() + timeoutMs
  while (Date.now() < end && (pids.some(isAlive) || !(await isFree()))) await sleep(50)
  return { left: pids.filter(isAlive).map((pid) => commandOf(pid).join(' ')), isFree: await isFree() }
}

const commandsOnFolder = () =>
  listProcesses()
    .map(({ command }) => command.join(' '))
    .filter((command) => command.includes(folder))

const isNode = (pid: number) => commandOf(pid).some((word) => word.endsWith('api-only.ts'))

it.each([
  ['SIGTERM', 'npm'],
  ['SIGINT', 'npm'],
  ['SIGHUP', 'npm'],
  ['SIGKILL', 'npm'],
  ['SIGTERM', 'node'],
  ['SIGINT', 'node'],
  ['SIGHUP', 'node'],
] as const)(
  '%s to %s leaves neither a server nor a PostgreSQL behind, and the next start works',
  async (signal, target) => {
    const npm = npmStart()
    await untilReady(`http://127.0.0.1:${port}`, npm)
    const family = [npm.pid ?? 0, ...below(npm.pid ?? 0)]
    for (const pid of family) begun.add(pid)
    const node = family.find(isNode) ?? 0
    expect(parentOf(node), 'No shell stands in between.').toBe(npm.pid)
    expect(below(node).length, 'PostgreSQL and its backends').toBeGreaterThan(1)
    const exited = once(npm, 'exit')
    signalAll([target === 'npm' ? (npm.pid ?? 0) : node], signal)
    expect(await untilGone(family)).toEqual({ left: [], isFree: true })
    const [code] = await exited
    // A server that stopped on request has not failed.
    if (target === 'node' || signal === 'SIGTERM' || signal === 'SIGINT') expect(code ?? 0).toBe(0)
  },
  60_000,
)

it('SIGTERM during the start leaves nothing behind either', async () => {
  for (const delayMs of [250, 300, 400, 900, 1500]) {
    const npm = npmStart()
    await sleep(delayMs)
    const family = [npm.pid ?? 0, ...below(npm.pid ?? 0)]
    signalAll([npm.pid ?? 0], 'SIGTERM')
    await once(npm, 'exit')
    for (const pid of family) begun.add(pid)
    expect(await untilGone(family, 12_000)).toEqual({ left: [], isFree: true })
    // A PostgreSQL that began after the signal is not in the list, and ends after npm.
    await expect.poll(commandsOnFolder, { timeout: 12_000 }).toEqual([])
  }
}, 60_000)
