import { setImmediate as turn } from 'node:timers/promises'
import { aHistory, aPhone, openApp } from '#tests/unit/offline/device.ts'
import { simulatedClock } from '#tests/unit/offline/simulated-clock.ts'
import type { Figure } from '#tools/bench/report/figure.ts'

const HOW = 'simulated clock, fake-indexeddb, no browser'
const OUTAGE_MS = 10 * 60_000
const STEP_MS = 250
/** Enough turns for all work that one time step triggers. */
const TURNS = 40

/** Simulates ten minutes without a server and without any event: what the app requests, and how often. */
export async function outageTargets(): Promise<Figure[]> {
  const clock = simulatedClock()
  const requests: { at: number; path: string }[] = []
  const record = (url: string) => requests.push({ at: clock.now(), path: new URL(url).pathname })
  const app = await openApp(aPhone(), {
    clock,
    random: Math.random,
    fetch: async (input) => {
      record(String(input))
      throw new TypeError('Failed to fetch')
    },
    transport: async ({ url }) => {
      record(url)
      return 'network'
    },
  })
  app.start()
  for (let vehicle = 1; vehicle <= 5; vehicle++) await app.outbox.enqueue(aHistory({ vehicle_id: vehicle }))
  const startedAt = clock.now()
  while (clock.now() - startedAt < OUTAGE_MS) {
    clock.advance(STEP_MS)
    for (let nth = 0; nth < TURNS; nth++) await turn()
  }
  await app.stop()
  app.close()
  const probes = requests.filter(({ path }) => path.endsWith('/ping'))
  const sent = requests.filter(({ path }) => !path.endsWith('/ping') && !path.endsWith('/sync'))
  // In the worst case the server returns right after a probe and is found by the next one.
  const looks = [...probes, ...sent].map(({ at }) => at).sort((a, b) => a - b)
  const gaps = looks.slice(1).map((at, nth) => (at - (looks[nth] ?? at)) / 1000)
  const timed = { unit: 'requests', note: HOW }
  return [
    {
      figure: 'network back, no event → next look, longest wait in 10 minutes',
      value: Math.max(...gaps, (clock.now() - (looks.at(-1) ?? 0)) / 1000),
      unit: 's',
      goal: { atMost: 35 },
      note: HOW,
    },
    { figure: 'server down for 10 minutes: probes', value: probes.length, goal: { atMost: 20 }, ...timed },
    { figure: 'server down for 10 minutes: entries tried', value: sent.length, goal: null, ...timed },
    {
      figure: 'server down for 10 minutes: in all, copies included',
      value: requests.length,
      goal: { atMost: 28 },
      ...timed,
    },
  ]
}
