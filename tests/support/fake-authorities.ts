import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Trouble = 'down' | 'too many' | 'garbage' | 'slow' | 'reset'

/** Fakes the used calls of api.nhtsa.gov and data.tc.gc.ca. It contains the 2022 Ford Transit only. */
export async function startFakeAuthorities() {
  const troubles: Trouble[] = []
  const paths: string[] = []

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    paths.push(decodeURIComponent(url.pathname + url.search))
    switch (troubles.shift()) {
      case 'down':
        return response.writeHead(500).end('<html>')
      case 'too many':
        return response.writeHead(429, { 'retry-after': '0' }).end()
      case 'garbage':
        return json(response, 200, { nonsense: true })
      case 'slow':
        return undefined
      case 'reset':
        return request.socket.destroy()
      case undefined:
        return url.pathname.startsWith('/recalls/') ? nhtsa(url, response) : transportCanada(url, response)
    }
  })

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    servers: { nhtsa: address, transportCanada: address },
    paths,
    trouble: (...next: Trouble[]) => troubles.push(...next),
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function nhtsa({ searchParams }: URL, response: ServerResponse) {
  const query = ['make', 'model', 'modelYear'].map((name) => searchParams.get(name)?.toLowerCase())
  if (query.join(' ') !== 'ford transit 2022')
    return json(response, 400, { Count: 0, Message: 'No results found for this vehicle', results: [] })
  const result = (NHTSACampaignNumber: string, ReportReceivedDate: string, parkIt: boolean) => ({
    Manufacturer: 'A maker',
    NHTSACampaignNumber,
    parkIt,
    parkOutSide: false,
    overTheAirUpdate: false,
    ReportReceivedDate,
    Component: 'POWER TRAIN:DRIVELINE',
    Summary: 'It may crack.',
    Consequence: 'It may roll away.',
    Remedy: 'Dealers replace it.',
    Notes: '',
    ModelYear: '2022',
    Make: 'FORD',
    Model: 'TRANSIT',
  })
  json(response, 200, {
    Count: 2,
    Message: 'Results returned successfully',
    results: [result('22V100000', '04/03/2022', false), result('24V200000', '15/10/2024', true)],
  })
}

function transportCanada({ pathname }: URL, response: ServerResponse) {
  const path = decodeURIComponent(pathname).toLowerCase()
  const row = (cells: Record<string, string>) =>
    Object.entries(cells).map(([Name, Literal]) => ({ Name, Value: { Type: 'http://string', Literal } }))
  if (path.endsWith('/recall/make-name/ford/model-name/transit/year-range/2022-2022'))
    return json(response, 200, {
      ResultSet: ['2022111', '2024222', '2022111'].map((number) =>
        row({ 'Recall number': number, 'Make name': 'FORD', 'Model name': 'TRANSIT', Year: '2022' }),
      ),
    })
  const number = /\/recall-summary\/recall-number\/(\d+)$/.exec(path)?.[1]
  if (number === undefined) return json(response, 200, { ResultSet: [] })
  json(response, 200, {
    ResultSet: [
      row({
        RECALL_NUMBER_NUM: number,
        SYSTEM_TYPE_ETXT: 'Powertrain',
        SYSTEM_TYPE_FTXT: 'Groupe motopropulseur',
        COMMENT_ETXT: 'It may crack.',
        COMMENT_FTXT: 'Il peut se fissurer.',
        RECALL_DATE_DTE: `${number.slice(0, 4)}-05-06 00:00:00.0`,
      }),
    ],
  })
}

function json(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
