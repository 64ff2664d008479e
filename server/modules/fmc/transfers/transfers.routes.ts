import { os } from '#server/http/calls/implementer.ts'
import type { Ports } from '#server/use-case.ts'
import type { TransferRun } from './transfer-run.ts'
import {
  checkTransfer,
  listTransferCandidates,
  listTransfers,
  listTransferVehicles,
  progressTransfer,
  requestTransfer,
  showTransfer,
  type TransferRead,
} from './transfers.service.ts'

interface TransfersRoutes {
  db: TransferRead['db']
  ports: Pick<Ports, 'jobs'>
  transferRun: TransferRun
}

export const transfersRoutes = ({ db, ports, transferRun: run }: TransfersRoutes) => ({
  create: os.transfers.create.handler(async ({ input, context }) => {
    const { id } = await context.writeAcross(input, (tx) =>
      requestTransfer({ ...context.useCase(tx), ports }, input),
    )
    return progressTransfer({ db, actor: context.actor(), run }, id)
  }),
  check: os.transfers.check.handler(({ input, context }) =>
    checkTransfer({ db, actor: context.actor() }, input),
  ),
  list: os.transfers.list.handler(({ input, context }) =>
    listTransfers({ db, actor: context.actor() }, input),
  ),
  candidates: os.transfers.candidates.handler(({ input, context }) =>
    listTransferCandidates({ db, actor: context.actor() }, input),
  ),
  show: os.transfers.show.handler(({ input, context }) =>
    showTransfer({ db, actor: context.actor() }, input.id),
  ),
  vehicles: os.transfers.vehicles.handler(({ input, context }) =>
    listTransferVehicles({ db, actor: context.actor() }, input),
  ),
})
