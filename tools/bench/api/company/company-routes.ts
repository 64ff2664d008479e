/** A call across fleets whose p99 is measured: alone, and with four concurrent connections. */
export interface CompanyRoute {
  name: string
  aloneGoalMs: number
  requests: { method: 'GET'; path: string }[]
}

const get = (path: string) => ({ method: 'GET' as const, path })

/** The calls of a management company: first and 20th page, with search and filters. */
export function companyRoutes(): CompanyRoute[] {
  const fleets = (query: string) => get(`/api/v6/fleets?${query}`)
  const orders = (query: string) => get(`/api/v4/fleets/active_orders?${query}`)
  return [
    {
      name: 'GET fleets, sorted, pages 1 and 20',
      aloneGoalMs: 80,
      requests: [
        fleets('sort=name'),
        fleets('sort=name&page=20'),
        fleets('sort=-total_spend'),
        fleets('sort=-vehicles&page=20'),
        fleets('sort=average_ticket&page=20'),
      ],
    },
    {
      name: 'GET fleets, searched and filtered',
      aloneGoalMs: 80,
      requests: [
        fleets('query=harbor'),
        fleets('query=nothing'),
        fleets('filter[region]=East&page=5'),
        fleets('filter[active]=true&page=20'),
        fleets('query=freight&sort=-users&page=20'),
      ],
    },
    { name: 'GET fleets/summary', aloneGoalMs: 50, requests: [get('/api/v6/fleets/summary')] },
    {
      name: 'GET fleets/active_orders, pages 1 and 20',
      aloneGoalMs: 80,
      requests: [orders(''), orders('page=20'), orders('sort=-date&page=20'), orders('sort=-cost')],
    },
    {
      name: 'GET fleets/active_orders, filtered',
      aloneGoalMs: 80,
      requests: [
        orders('status=awaiting_approval'),
        orders('status=approved&page=20'),
        orders('due_status=past_due'),
        orders('due_status=due_soon&page=20'),
      ],
    },
    {
      name: 'GET fleets/active_orders, searched',
      aloneGoalMs: 80,
      requests: [orders('query=transit'), orders('query=unit%2012'), orders('query=no%20such&page=1')],
    },
    ...transactionRoutes(),
    {
      name: 'GET fleets/active_orders, sorted by vehicle',
      aloneGoalMs: 80,
      requests: [orders('sort=vehicle'), orders('sort=-vin&page=20'), orders('sort=shop&page=20')],
    },
  ]
}

/** Transactions of the company's fleets in the last month (the screen's default) and in a year. */
function transactionRoutes(): CompanyRoute[] {
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const paid = (days: number, more = '') =>
    get(`/api/v4/payment_activities?start_date=${day(days)}&end_date=${day(0)}${more}`)
  return [
    {
      name: 'GET payment_activities, pages 1 and 20',
      aloneGoalMs: 80,
      requests: [paid(30), paid(30, '&page=20'), paid(7), paid(7, '&page=20')],
    },
    {
      name: 'GET payment_activities of a fleet',
      aloneGoalMs: 80,
      requests: [paid(30, '&fleet_id=20001'), paid(365, '&fleet_id=20002&page=20')],
    },
  ]
}
