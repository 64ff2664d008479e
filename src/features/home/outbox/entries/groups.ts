import type { GroupEntry, WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { needsUserAction } from '#src/offline/model/states.ts'
import { actionsOf, type EntryAction, type Reason, reasonOf } from './reasons.ts'

/** Reasons that several entries can share; the others need a decision per entry. */
const SHARED_REASONS = [
  'vehicleGone',
  'notAllowed',
  'entryDeleted',
  'filesGone',
  'stuck',
  'blockedOnTheWay',
  'tooLargeOnTheWay',
  'alteredOnTheWay',
  'needsSpace',
  'refused',
  'unreadable',
  'damaged',
] as const satisfies readonly Reason[]

type SharedReason = (typeof SHARED_REASONS)[number]

/** Actions on a whole group, in the order of display. */
export type GroupAction = Extract<EntryAction, 'retry' | 'move' | 'export' | 'discard'>

const GROUP_ACTIONS: readonly EntryAction[] = ['retry', 'move', 'export', 'discard'] satisfies GroupAction[]

/** Entries that need user action for the same cause. */
export interface EntryGroup {
  key: string
  reason: SharedReason
  /** The vehicle, if the cause concerns it; null: the entries may belong to several. */
  vehicleId: number | null
  /** Two or more. */
  entries: WaitingEntry[]
  actions: GroupAction[]
}

/**
 * Groups the entries that need user action by cause; a group takes the position of its first entry. A cause consists of
 * the reason, the problem code, and the vehicle if the user can no longer see it.
 * @param isVehicleHere whether the user can see the vehicle
 */
export function groupsOf(
  entries: readonly WaitingEntry[],
  isVehicleHere: (vehicleId: number) => boolean,
): (WaitingEntry | EntryGroup)[] {
  const groups = new Map<string, WaitingEntry[]>()
  for (const entry of entries) {
    const { key } = causeOf(entry, isVehicleHere)
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return [...groups].flatMap(([key, members]): (WaitingEntry | EntryGroup)[] => {
    const [first] = members
    if (!first) return []
    const { reason, vehicleId } = causeOf(first, isVehicleHere)
    if (members.length < 2 || reason === null) return members
    return [{ key, reason, vehicleId, entries: members, actions: groupActionsOf(members, reason) }]
  })
}

export const isGroup = (item: WaitingEntry | EntryGroup): item is EntryGroup => 'entries' in item

/** The entries of a group action. */
export const groupEntriesOf = (entries: readonly WaitingEntry[]): GroupEntry[] =>
  entries.map(({ opId, files }) => ({
    opId,
    fileOpIds: files.filter(({ state }) => needsUserAction(state)).map((file) => file.opId),
  }))

function causeOf(entry: WaitingEntry, isVehicleHere: (vehicleId: number) => boolean) {
  const isHere = isVehicleHere(entry.vehicleId)
  const reason = SHARED_REASONS.find((shared) => shared === reasonOf(entry, isHere)) ?? null
  if (reason === null) return { key: entry.opId, reason, vehicleId: null }
  const trouble = entry.trouble ?? entry.files.find((file) => file.trouble)?.trouble
  const vehicleId = reason === 'vehicleGone' || (reason === 'notAllowed' && !isHere) ? entry.vehicleId : null
  const code = trouble?.code ?? trouble?.status ?? ''
  return { key: [reason, code, vehicleId ?? ''].join(' '), reason, vehicleId }
}

/** The actions that apply to every entry of the group. */
function groupActionsOf(entries: readonly WaitingEntry[], reason: Reason): GroupAction[] {
  const offered = entries.map(({ canMove }) =>
    actionsOf({ reason, canMove, canEdit: false, canCompare: false, isWaitingForItsTime: false }),
  )
  const [first = []] = offered
  return first.filter(
    (act): act is GroupAction => GROUP_ACTIONS.includes(act) && offered.every((acts) => acts.includes(act)),
  )
}
