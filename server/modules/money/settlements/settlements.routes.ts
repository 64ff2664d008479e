import { os } from '#server/http/calls/implementer.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { listSettlements, readSettlement } from './settlements.service.ts'

export const settlementsRoutes = ({ db, ports }: Pick<DatabaseUseCase<'billing'>, 'db' | 'ports'>) => ({
  list: os.settlements.list.handler(({ input, context }) =>
    listSettlements({ db, actor: context.actor() }, input),
  ),
  download: os.settlements.download.handler(async ({ input, context }) => {
    const { name, bytes } = await readSettlement({ db, ports, actor: context.actor() }, input.id)
    return {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
      },
      body: new Blob([new Uint8Array(bytes)]).stream(),
    }
  }),
})
