import type { Outbox } from './model/api/outbox-api.ts'
import type { Clock } from './model/clock.ts'
import type { VehicleNames } from './model/op-row.ts'
import { countUnsent } from './model/unsent-count.ts'
import { discard, discardAll, restore } from './queue/actions/discard.ts'
import { discardGroup, moveGroup, restoreGroup, retryGroup } from './queue/actions/group-actions.ts'
import { type MoveTarget, move } from './queue/actions/move.ts'
import { resolveConflict } from './queue/actions/resolve-conflict.ts'
import { retryOp } from './queue/actions/retry.ts'
import { retryForReturnedVehicles } from './queue/actions/retry-for-returned-vehicles.ts'
import { dismissDuplicateWarning } from './queue/duplicate-warnings.ts'
import type { SenderControl } from './sender/sender-control.ts'
import type { Store } from './storage/store.ts'

type Actions = Pick<
  Outbox,
  | 'discard'
  | 'discardAll'
  | 'discardGroup'
  | 'keepBoth'
  | 'move'
  | 'moveGroup'
  | 'resolveConflict'
  | 'retry'
  | 'retryGroup'
  | 'updateVisibleVehicles'
>

interface ActionParts {
  store: Store
  clock: Clock
  sending: Pick<SenderControl, 'changed' | 'nudge'>
  appVersion: string
  vehicleOf: ((vehicleId: number) => Promise<VehicleNames | null>) | undefined
}

/** The user's actions on queued entries. Each notifies the sender afterwards. */
export function createActions({ store, clock, sending, appVersion, vehicleOf }: ActionParts): Actions {
  const author = () => ({ appVersion, now: clock.now() })
  const targetOf = async (vehicleId: number): Promise<MoveTarget> => ({
    vehicleId,
    vehicle: (await vehicleOf?.(vehicleId)) ?? null,
  })
  async function thenNotify<T>(work: Promise<T>): Promise<T> {
    const result = await work
    sending.changed()
    return result
  }
  return {
    async discard(opId) {
      const gone = await thenNotify(discard(store, opId))
      return gone && (() => thenNotify(restore(store, gone)))
    },
    discardAll: (confirmed) => thenNotify(discardAll(store, confirmed)),
    async discardGroup(lines) {
      const removed = await thenNotify(discardGroup(store, lines))
      const canUndo = removed.length > 0 && removed.every(({ isRestorable }) => isRestorable)
      return {
        removed: countUnsent(removed.flatMap(({ ops }) => ops)),
        undo: canUndo ? () => thenNotify(restoreGroup(store, removed)) : null,
      }
    },
    move: async (opId, vehicleId) => thenNotify(move(store, author(), opId, await targetOf(vehicleId))),
    moveGroup: async (lines, vehicleId) =>
      thenNotify(moveGroup(store, author(), lines, await targetOf(vehicleId))),
    async retry(opId) {
      if (opId !== undefined) await retryOp(store, opId)
      sending.nudge()
    },
    async retryGroup(lines) {
      await retryGroup(store, lines)
      sending.nudge()
    },
    async updateVisibleVehicles(visibleIds, loadedAt = 0) {
      if ((await retryForReturnedVehicles(store, visibleIds, loadedAt)) > 0) sending.nudge()
    },
    resolveConflict: (opId, resolution) => thenNotify(resolveConflict(store, opId, resolution)),
    keepBoth: (opId) => store.write(() => dismissDuplicateWarning(store.db, opId)),
  }
}
