/** A line of the table of goals: one or more figures of benchmarks, by name. */
interface GoalLine {
  what: string
  figures: { bench: string; figure: string; label: string }[]
}

const app = (figure: string, label: string) => ({ bench: 'app', figure, label })
const large = (figure: string, label: string) => ({
  bench: 'api-large',
  figure: `${figure}: p99, four clients`,
  label,
})

/** The goals of 'Startup and screens'. Each figure carries its own goal. */
export const GOALS: GoalLine[] = [
  {
    what: 'Lighthouse, dashboard (mobile)',
    figures: [
      app('Lighthouse performance median, dashboard', 'performance'),
      app(
        'Lighthouse blocking time median, dashboard, share of the plain grid',
        'blocking time, share of the reference',
      ),
      app('Lighthouse layout shift median, dashboard', 'layout shift'),
    ],
  },
  {
    what: 'Lighthouse, sign-in (mobile)',
    figures: [
      app('Lighthouse performance median, sign-in', 'performance'),
      app(
        'Lighthouse blocking time median, sign-in, share of the plain grid',
        'blocking time, share of the reference',
      ),
      app(
        'sign-in, first load on slow 4G, LCP median, slowest brand',
        'LCP on slow 4G, slowest of all brands',
      ),
    ],
  },
  {
    what: 'Page load of the list from cache to the first row, share of the reference',
    figures: [
      app('list from cache to first row, 2,000 vehicles, share of the plain grid', '2,000 vehicles'),
      app('list from cache to first row, 50,000 vehicles, share of the plain grid', '50,000 vehicles'),
    ],
  },
  {
    what: 'Route change to content, p95, 4 × slowed',
    figures: [app('route change to content p95, slowest of the ten', 'slowest of ten screens')],
  },
  {
    what: 'Matching rows at 50,000, share of the reference, 4 × slowed',
    figures: [
      app('matching rows, 50,000 vehicles, share of the plain grid, phone', 'phone'),
      app('matching rows, 50,000 vehicles, share of the plain grid, desk', 'desktop'),
    ],
  },
  {
    what: 'Typed letter on the screen, p95, 50,000, 4 × slowed',
    figures: [
      app('letter on the screen p95, phone, 50,000 vehicles', 'phone'),
      app('letter on the screen p95, desk, 50,000 vehicles', 'desktop'),
    ],
  },
  {
    what: 'Longest task while 50,000 vehicles load, 4 × slowed',
    figures: [
      app('longest task of the first sync of 50,000, phone', 'phone'),
      app('longest task of the first sync of 50,000, desk', 'desktop'),
    ],
  },
  { what: 'JavaScript of the whole client, gzip', figures: [app('JavaScript in total, gzip', '')] },
  {
    what: 'Server memory',
    figures: [
      { bench: 'memory', figure: 'idle after the demo start', label: 'idle after the demo start' },
      { bench: 'memory', figure: 'after 60 min of load', label: 'after an hour of load' },
      {
        bench: 'memory',
        figure: 'growth from the first half of the load to the second, medians',
        label: 'growth',
      },
    ],
  },
  {
    what: '100,000-row upload',
    figures: [
      {
        bench: 'bulk',
        figure: 'peak memory of the server, all rows compared with a tenth of them',
        label: 'memory above that of 10,000 rows',
      },
    ],
  },
  {
    what: 'Server at 100,000 vehicles, four clients, p99',
    figures: [
      large('GET vehicles, searched and sorted', 'search of vehicles by words'),
      large('GET fleet_users, searched', 'search of users'),
      large('POST orders/index, past tab', 'past tab'),
      large('GET vehicles, sorted', 'list of vehicles'),
    ],
  },
  {
    what: 'Replay of the outbox',
    figures: [
      { bench: 'outbox-targets', figure: 'replay at 0 ms, 5 vehicles', label: '0 ms' },
      { bench: 'outbox-targets', figure: 'replay at 80 ms, 5 vehicles', label: '80 ms' },
    ],
  },
  { what: '`npm test`, two cores', figures: [{ bench: 'tests', figure: 'npm test, two cores', label: '' }] },
]
