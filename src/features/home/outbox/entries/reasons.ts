import { isOffline } from '#src/features/home/outbox/chip-state.ts'
import type { OutboxStatus, Trouble, WaitingEntry, WaitingFile } from '#src/offline/model/api/outbox-api.ts'
import { needsUserAction } from '#src/offline/model/states.ts'

/** Why an entry needs user action; key of its text `outbox:reason.<reason>`. */
export type Reason =
  | 'unreadable'
  | 'damaged'
  | 'damagedFile'
  | 'conflict'
  | 'conflictDelete'
  | 'stuck'
  | 'blockedOnTheWay'
  | 'tooLargeOnTheWay'
  | 'alteredOnTheWay'
  | 'needsSpace'
  | 'vehicleGone'
  | 'entryDeleted'
  | 'filesGone'
  | 'notAllowed'
  | 'tooLarge'
  | 'fileType'
  | 'alreadyVoid'
  | 'intervalReset'
  | 'fields'
  | 'refused'

type Needing = Pick<WaitingEntry, 'kind' | 'state' | 'trouble'> & {
  files: Pick<WaitingFile, 'state' | 'trouble'>[]
}

/** The reason of an entry that needs user action: its own, else that of the first of its files with one. */
export function reasonOf(entry: Needing, isVehicleHere: boolean): Reason {
  if (entry.kind === 'unknown') return 'unreadable'
  const isFile = entry.kind === 'file.put'
  if (entry.state === 'conflict') return entry.kind.endsWith('.delete') ? 'conflictDelete' : 'conflict'
  if (entry.state === 'stuck') return failureOf(entry.trouble)
  if (entry.state === 'damaged') return isFile ? damageOf(entry.trouble) : 'damaged'
  if (entry.state === 'rejected') return rejectionReason(entry.trouble, isFile, entry.kind, isVehicleHere)
  const file = entry.files.find(({ state }) => needsUserAction(state))
  if (file?.state === 'damaged') return damageOf(file.trouble)
  if (file?.state === 'stuck') return failureOf(file.trouble)
  return rejectionReason(file?.trouble ?? null, true, entry.kind, isVehicleHere)
}

/** Why a file is not sent: a restored server lost it, and this device has no space to queue it again. */
const damageOf = (trouble: Trouble | null): Reason =>
  trouble?.code === 'file_needs_space' ? 'needsSpace' : 'damagedFile'

/** Why it fails repeatedly: the server, or something between the device and the server. */
function failureOf(trouble: Trouble | null): Reason {
  if (trouble?.code === 'digest_mismatch') return 'alteredOnTheWay'
  if (trouble?.class !== 'network') return 'stuck'
  return trouble.status === 413 ? 'tooLargeOnTheWay' : 'blockedOnTheWay'
}

function rejectionReason(
  trouble: Trouble | null,
  isFile: boolean,
  kind: string,
  isVehicleHere: boolean,
): Reason {
  const status = trouble?.status ?? 0
  if (status === 404 || status === 410) {
    if (isFile) return 'filesGone'
    if (kind.startsWith('order-comments.')) return 'refused'
    return kind.endsWith('.create') || !isVehicleHere ? 'vehicleGone' : 'entryDeleted'
  }
  if (trouble?.code === 'already_void') return 'alreadyVoid'
  if (trouble?.code === 'interval_reset') return 'intervalReset'
  if (status === 403) return 'notAllowed'
  if (status === 413 || trouble?.code === 'too_large') return 'tooLarge'
  if (trouble?.code === 'file_type' || trouble?.code === 'unsupported_media') return 'fileType'
  return trouble?.fields && Object.keys(trouble.fields).length > 0 ? 'fields' : 'refused'
}

/** What a queued entry waits for; key of its text `outbox:waits.<what>`. */
export type WaitsFor =
  | 'sending'
  | 'signIn'
  | 'portal'
  | 'signal'
  | 'otherVersion'
  | 'earlier'
  | 'behind'
  | 'files'
  | 'server'
  | 'busy'
  | 'lostConnection'
  | 'blocked'
  | 'turn'

type Waiting = Pick<WaitingEntry, 'kind' | 'state' | 'trouble' | 'blockedBy' | 'isBehind'>
type Status = Pick<OutboxStatus, 'network' | 'pausedFor'>

/** What an entry waits for, causes that the user can change first. */
export function waitsFor(entry: Waiting, status: Status, isOnline: boolean): WaitsFor {
  if (entry.state === 'sending') return 'sending'
  if (entry.blockedBy) return 'earlier'
  if (entry.state === 'held') return 'otherVersion'
  if (status.pausedFor === 'auth' || entry.state === 'auth') return 'signIn'
  if (status.network === 'portal') return 'portal'
  if (isOffline(status, isOnline)) return 'signal'
  if (entry.state === 'retry') {
    const { class: kind, status = 0 } = entry.trouble ?? {}
    if (kind === 'server') return 'server'
    if (kind === 'busy') return 'busy'
    if (kind === 'network' && status >= 400) return 'blocked'
    if (kind) return 'lostConnection'
  }
  if (entry.isBehind) return 'behind'
  return entry.kind === 'file.put' ? 'files' : 'turn'
}

/** Actions on an entry, in the order of display; the first is the most likely one. */
export type EntryAction =
  | 'compare'
  | 'mine'
  | 'theirs'
  | 'move'
  | 'asNew'
  | 'edit'
  | 'retry'
  | 'sendNow'
  | 'export'
  | 'discard'

interface Offer {
  reason: Reason | null
  canMove: boolean
  canEdit: boolean
  canCompare: boolean
  isWaitingForItsTime: boolean
}

/** The actions that apply: none is offered that could only fail (docs/offline.md#states). */
export function actionsOf({
  reason,
  canMove,
  canEdit,
  canCompare,
  isWaitingForItsTime,
}: Offer): EntryAction[] {
  const move: EntryAction[] = canMove ? ['move'] : []
  const edit: EntryAction[] = canEdit ? ['edit'] : []
  switch (reason) {
    case null:
      return [...(isWaitingForItsTime ? (['sendNow'] as const) : []), ...edit, 'discard', ...move, 'export']
    case 'unreadable':
    case 'damaged':
      return ['export', 'discard']
    case 'conflict':
      return [...(canCompare ? (['compare'] as const) : (['mine', 'theirs'] as const)), 'export']
    // A retry would be refused again.
    case 'alreadyVoid':
    case 'intervalReset':
      return ['discard', 'export']
    case 'conflictDelete':
      return ['mine', 'theirs']
    // Queued again by itself once there is space. Nothing to export: its bytes are still in the cache.
    case 'needsSpace':
      return ['discard']
    case 'vehicleGone':
      return [...move, 'retry', 'export', 'discard']
    case 'entryDeleted':
      return [...(canMove ? (['asNew'] as const) : []), 'retry', 'export', 'discard']
    case 'fields':
    case 'tooLarge':
    case 'fileType':
    case 'damagedFile':
      return [...edit, 'retry', ...move, 'export', 'discard']
    default:
      return ['retry', ...edit, ...move, 'export', 'discard']
  }
}
