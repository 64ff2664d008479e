import type { BulkUpsertion } from '#contract/vehicles/bulk.ts'

/** Percentage of the rows that are processed. */
export const percentDone = ({ rows_done, rows_total }: Pick<BulkUpsertion, 'rows_done' | 'rows_total'>) =>
  rows_total ? (100 * rows_done) / rows_total : 0
