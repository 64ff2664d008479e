import type { OpenJobs } from '#server/jobs/jobs.ts'
import type { TransferRun } from '#server/modules/fmc/transfers/transfer-run.ts'
import type { BulkRun } from '#server/modules/vehicles/bulk/bulk-run.ts'
import type { BulkActionsRun } from '#server/modules/vehicles/bulk-actions/bulk-actions-run.ts'

export interface LongRuns {
  bulkRun: BulkRun
  bulkActionsRun: BulkActionsRun
  transferRun: TransferRun
}

/** Leaves new long jobs to other servers, and ends the running ones after their current chunk. Does not wait for them. */
export async function stopLongJobs(
  jobs: Pick<OpenJobs, 'stopTaking'>,
  { bulkRun, bulkActionsRun, transferRun }: LongRuns,
): Promise<void> {
  await jobs.stopTaking(['bulk-upsertion', 'bulk-action', 'vehicle-transfer'])
  for (const run of [bulkRun, bulkActionsRun, transferRun]) run.stop()
}
