import { execFileSync, spawnSync } from 'node:child_process'
import { cpus, loadavg, totalmem } from 'node:os'
import { findChromium } from '#tests/support/browser.ts'

/** The machine of a run. */
export interface Machine {
  cpu: string
  cores: number
  memoryGb: number
  node: string
  chromium: string
}

export function thisMachine(): Machine {
  const [cpu] = cpus()
  return {
    cpu: cpu?.model.trim() ?? 'unknown CPU',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    chromium: chromiumVersion(),
  }
}

/** Returns one line with the environment of a run (docs/offline.md#proof). The load is that before the run. */
export function environmentLine(): string {
  const { cpu, cores, memoryGb, node, chromium } = thisMachine()
  return [
    `${cores} × ${cpu}`,
    `${memoryGb} GiB`,
    `Node ${node}`,
    `Chromium ${chromium}`,
    `load ${loadavg()[0]?.toFixed(1)}`,
    `commit ${currentCommit()}`,
    new Date().toISOString().slice(0, 10),
  ].join(' · ')
}

/** Returns the commit of the working tree, marked if the tree has changes that are not committed. */
export function currentCommit(): string {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim()
  const commit = git('rev-parse', '--short', 'HEAD')
  if (!commit) return 'unknown'
  // Results are files of the repository, and a run writes them.
  const changes = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs/benchmarks*')
  return changes ? `${commit} with changes` : commit
}

function chromiumVersion(): string {
  try {
    return execFileSync(findChromium(), ['--version'], { encoding: 'utf8', stdio: 'pipe' }).replace(
      /^\D*([\d.]+).*$/s,
      '$1',
    )
  } catch {
    return 'none'
  }
}
