import { os } from '#server/http/implementer.ts'
import type { FleetsService } from './fleets.service.ts'

export const fleetsRoutes = (service: FleetsService) => ({
  list: os.fleets.list.handler(({ input, context }) => service.list(context.actor(), input)),
  summary: os.fleets.summary.handler(({ context }) => service.summary(context.actor())),
  csv: os.fleets.csv.handler(({ input, context }) => ({
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${input.language === 'fr' ? 'flottes' : 'fleets'}.csv"`,
    },
    body: service.csv(context.actor(), input, input.language),
  })),
})
