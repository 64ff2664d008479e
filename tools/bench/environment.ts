import { spawnSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'

/**
 * Returns one line with the environment of a benchmark (docs/offline.md#proof). The load is that before the benchmark.
 */
export function environmentLine(versions: Record<string, string> = {}): string {
  const [cpu] = cpus()
  return [
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown CPU'}`,
    `Node ${process.version}`,
    ...Object.entries(versions).map(([what, version]) => `${what} ${version}`),
    `load ${loadavg()[0]?.toFixed(1)}`,
    `commit ${commit()}`,
    new Date().toISOString().slice(0, 10),
  ].join(' · ')
}

function commit(): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' })
  return stdout.trim() || 'unknown'
}
