// The alerts and the dashboard in deploy/ name metrics that exist, and runbooks that exist.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createMetrics } from '#server/observe/metrics.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const state = {
  database: null,
  replica: null,
  commitWaitSeconds: 0,
  diskFree: 0.5,
  mayWriteFiles: true,
  backups: null,
  connections: { idle: 1, busy: 0, waiting: 0 },
  pollers: [],
}
const described = read('docs/operate/metrics.md')

it.each(['deploy/prometheus/alerts.yml', 'deploy/grafana/wheelbook.json'])(
  '%s names metrics that exist',
  async (path) => {
    const metrics = createMetrics({ state: async () => state, isReady: async () => true })
    const names = [...(await metrics.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    const used = [...new Set(read(path).match(/\b(?:wheelbook|process|nodejs)_[a-z0-9_]+/g))]
    expect(used.length).toBeGreaterThan(5)
    const unknown = used.filter((name) => !names.includes(name.replace(/_(bucket|count|sum)$/, '')))
    expect(unknown).toEqual([])
  },
)

it('describes every metric of its own, and a runbook for every alert', async () => {
  const metrics = createMetrics({ state: async () => state, isReady: async () => true })
  const names = [...(await metrics.text()).matchAll(/^# TYPE (wheelbook_\S+)/gm)].map(
    ([, name]) => name ?? '',
  )
  expect(names.filter((name) => !described.includes(`\`${name}\``))).toEqual([])
  const alerts = read('deploy/prometheus/alerts.yml')
  const anchors = [...alerts.matchAll(/runbook: docs\/operate\/metrics\.md#(\S+)/g)].map(
    ([, anchor]) => anchor ?? '',
  )
  const headings = [...described.matchAll(/^## (.+)$/gm)].map(([, title]) =>
    title?.toLowerCase().replaceAll(' ', '-'),
  )
  expect(anchors.length).toBe(alerts.match(/- alert:/g)?.length)
  expect(anchors.filter((anchor) => !headings.includes(anchor))).toEqual([])
})

it('reports no value for what a server does not know', async () => {
  const unknown = { ...state, diskFree: null }
  const metrics = createMetrics({ state: async () => unknown, isReady: async () => true })
  const lines = (await metrics.text()).match(/^wheelbook_(disk|backup|replica_used)\S* .*$/gm)
  expect(lines).toBeNull()
})

it('tests every alert', () => {
  const named = (path: string, pattern: RegExp) => [...read(path).matchAll(pattern)].map(([, name]) => name)
  const alerts = named('deploy/prometheus/alerts.yml', /- alert: (\w+)/g)
  expect(named('deploy/prometheus/alerts.test.yml', /- name: (\w+)/g)).toEqual(alerts)
})

const promtool = (...args: string[]) =>
  spawnSync('promtool', args, { cwd: join(ROOT, 'deploy/prometheus'), encoding: 'utf8' })
it.skipIf(promtool('--version').status !== 0)('fires every alert, and not before its time', () => {
  const { status, stdout, stderr } = promtool('test', 'rules', 'alerts.test.yml')
  expect(status, stdout + stderr).toBe(0)
})
