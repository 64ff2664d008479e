import { type BulkActionName, isOrderAction } from '#domain/vehicles/bulk-action-rules.ts'

/** The context of the texts about the rows of an action: orders, else vehicles. */
export const nounOf = (action: BulkActionName): 'order' | '' => (isOrderAction(action) ? 'order' : '')
