import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createCpuQuota } from '#tools/bench/load/cpu-quota.ts'

const GROUPS = '/sys/fs/cgroup/cpu'
const probe = createCpuQuota('test', 0.5)
await probe?.remove()

/** Starts a run with a group that contains a process. */
async function startRun() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', RUN], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [member] = await once(child.stdout, 'data')
  return { child, member: Number(String(member)), group: `${GROUPS}/wheelbook-load-${child.pid}-part` }
}

const RUN = `
  import { spawn } from 'node:child_process'
  import { endOnSignals } from '#tests/support/end-on-signals.ts'
  import { createCpuQuota } from '#tools/bench/load/cpu-quota.ts'
  endOnSignals()
  // Not a descendant that the signal ends, as PostgreSQL's processes.
  const member = spawn('sh', ['-c', 'sleep 60 & echo $!'], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  member.stdout.once('data', (pid) => {
    createCpuQuota('part', 0.5).add(Number(String(pid)))
    process.stdout.write(String(pid))
  })
  setInterval(() => {}, 1000)
`

it.skipIf(probe === null).each(['SIGTERM', 'SIGINT'] as const)(
  'leaves no group of processes behind after %s',
  async (signal) => {
    const { child, member, group } = await startRun()
    expect(existsSync(group)).toBe(true)
    child.kill(signal)
    await once(child, 'exit')
    expect(existsSync(group)).toBe(false)
    process.kill(member, 'SIGKILL')
  },
)

it.skipIf(probe === null)('removes the groups of a run that was killed', async () => {
  const { child, member, group } = await startRun()
  child.kill('SIGKILL')
  await once(child, 'exit')
  process.kill(member, 'SIGKILL')
  expect(existsSync(group)).toBe(true)
  spawnSync('sleep', ['0.2'])
  await createCpuQuota('test', 0.5)?.remove()
  expect(existsSync(group)).toBe(false)
})
