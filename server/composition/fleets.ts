import { transferRun } from '#server/modules/fmc/transfers/transfer-run.ts'
import { resumeTransfers } from '#server/modules/fmc/transfers/transfers.service.ts'
import type { Core } from './core.ts'

/** Composes transfers of vehicles between fleets. The other use cases of management companies are functions. */
export function composeFleets({ db, log, now: clock, ports }: Core) {
  return {
    transferRun: transferRun({ db, log, clock, announce: ports.announce }),
    transfers: { resume: () => resumeTransfers({ db, ports }) },
  }
}
