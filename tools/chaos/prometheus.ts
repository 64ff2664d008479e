import { execFileSync, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tests/support/production-server.ts'

const RULES = join(import.meta.dirname, '../../deploy/prometheus/alerts.yml')
/** Longer than `/metrics` waits for a database that does not answer. */
const SCRAPE_SECONDS = 4
/** Six scrapes. */
const RATE_WINDOW = '24s'

/** The alerts of the installation, as Prometheus evaluates them. */
export interface Alerts {
  /** Waits until none of these fires any more, and forgets what fired. @throws after a minute */
  begin(expected: readonly string[]): Promise<void>
  /** Names of the alerts that fired since `begin`. */
  fired(): ReadonlySet<string>
  stop(): Promise<void>
}

/** Returns the rules without waiting times (`for`), and with rates over a window that fits a short run. */
export const shortened = (rules: string): string =>
  rules.replace(/^ *for: .*\n/gm, '').replace(/\[\d+m\]/g, `[${RATE_WINDOW}]`)

/** Starts Prometheus, which scrapes the servers and evaluates the alerts. Null: it is not installed here. */
export async function startPrometheus(
  folder: string,
  internalUrls: readonly string[],
): Promise<Alerts | null> {
  try {
    execFileSync('prometheus', ['--version'], { stdio: 'ignore' })
  } catch {
    return null
  }
  const rules = join(folder, 'alerts.yml')
  await writeFile(rules, shortened(await readFile(RULES, 'utf8')))
  const config = join(folder, 'prometheus.json')
  const times = { scrape_interval: `${SCRAPE_SECONDS}s`, scrape_timeout: `${SCRAPE_SECONDS}s` }
  const targets = internalUrls.map((url) => new URL(url).host)
  await writeFile(
    config,
    // YAML includes JSON.
    JSON.stringify({
      global: { ...times, evaluation_interval: '1s' },
      rule_files: [rules],
      scrape_configs: [{ job_name: 'wheelbook', static_configs: [{ targets }] }],
    }),
  )
  const url = `http://127.0.0.1:${await freePort()}`
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'prometheus')}`,
      `--web.listen-address=${new URL(url).host}`,
    ],
    { stdio: 'ignore' },
  )
  const exited = new Promise((done) => child.once('exit', done))
  for (let waited = 0; !(await fetch(`${url}/-/ready`).catch(() => null))?.ok; waited += 100) {
    if (waited > 30_000 || child.exitCode !== null) throw new Error('Prometheus did not start.')
    await sleep(100)
  }
  return watch(url, async () => {
    child.kill('SIGTERM')
    await exited
  })
}

function watch(url: string, stop: () => Promise<void>): Alerts {
  let names = new Set<string>()
  /** What fires now. */
  let firing = new Set<string>()
  let isStopped = false
  async function poll() {
    while (!isStopped) {
      const body = await fetch(`${url}/api/v1/alerts`)
        .then((response) => response.json() as Promise<{ data: { alerts: Firing[] } }>)
        .catch(() => null)
      if (body) {
        const alerts = body.data.alerts.filter(({ state }) => state === 'firing')
        firing = new Set(alerts.map(({ labels }) => labels.alertname))
        names = new Set([...names, ...firing])
      }
      await sleep(300)
    }
  }
  void poll()
  return {
    async begin(expected) {
      // Otherwise an alert of the fault before would count for this one.
      for (let waited = 0; expected.some((name) => firing.has(name)); waited += 100) {
        if (waited > 60_000) throw new Error(`Still firing after a minute: ${[...firing].join(', ')}`)
        await sleep(100)
      }
      names = new Set()
    },
    fired: () => names,
    async stop() {
      isStopped = true
      await stop()
    },
  }
}

interface Firing {
  state: string
  labels: { alertname: string }
}
