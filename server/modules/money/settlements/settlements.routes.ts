import { os } from '#server/http/calls/implementer.ts'
import type { SettlementsService } from './settlements.service.ts'

export const settlementsRoutes = (service: SettlementsService) => ({
  list: os.settlements.list.handler(({ input, context }) => service.list(context.actor(), input)),
  download: os.settlements.download.handler(async ({ input, context }) => {
    const { name, bytes } = await service.read(context.actor(), input.id)
    return {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
      },
      body: new Blob([new Uint8Array(bytes)]).stream(),
    }
  }),
})
