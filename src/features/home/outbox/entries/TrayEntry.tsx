import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isOffline } from '#src/features/home/outbox/chip-state.ts'
import { ActionButtons } from '#src/features/home/outbox/parts/ActionButtons.tsx'
import { EntryCard } from '#src/features/home/outbox/parts/EntryCard.tsx'
import { closeTray } from '#src/features/home/outbox/tray-store.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import type { OutboxStatus, WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { editTargetOf, entryNeedsAction, rejectedReadingOf } from './entry-facts.ts'
import { actionsOf, type EntryAction, reasonOf } from './reasons.ts'
import { useEntryActions } from './useEntryActions.ts'
import { useEntryStatus } from './useEntryStatus.ts'
import { useEntryText } from './useEntryText.ts'

const MoveDialog = lazyComponent(() => import('./MoveDialog.tsx').then((m) => m.MoveDialog))
const ConflictDialog = lazyComponent(() =>
  import('#src/features/home/outbox/conflict/ConflictDialog.tsx').then((m) => m.ConflictDialog),
)
const ReadingCorrection = lazyComponent(() =>
  import('#src/features/home/outbox/parts/ReadingCorrection.tsx').then((m) => m.ReadingCorrection),
)

type Opened = 'discard' | 'theirs' | 'move' | 'compare' | 'correct' | null

/** One entry of the tray with its actions (OFF-039, OFF-045). */
export function TrayEntry({ entry, status }: { entry: WaitingEntry; status: OutboxStatus }) {
  const text = useEntryText()(entry)
  const vehicles = useVehicles({ isOptional: true })
  const navigate = useNavigate()
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const { act, isBusy } = useEntryActions(entry, text.vehicle, close)
  const isVehicleHere = vehicles?.some(({ id }) => id === entry.vehicleId) ?? true
  const reason = entryNeedsAction(entry) ? reasonOf(entry, isVehicleHere) : null
  const entryStatus = useEntryStatus(status)(entry, reason)
  const isOnline = useOnline()
  const target = editTargetOf(entry)
  const reading = rejectedReadingOf(entry)
  const acts = actionsOf({
    reason,
    canMove: entry.canMove,
    canEdit: target !== undefined || reading !== undefined,
    canCompare: entry.conflict !== null,
    isWaitingForItsTime:
      entry.state === 'retry' && (entry.nextTryAt ?? 0) > Date.now() && !isOffline(status, isOnline),
  })

  function perform(chosen: EntryAction) {
    if (chosen === 'edit' && reading) setOpened('correct')
    else if (chosen === 'edit') {
      closeTray()
      if (target) void navigate(target)
    } else if (chosen === 'discard' || chosen === 'theirs' || chosen === 'move' || chosen === 'compare')
      setOpened(chosen)
    else act(chosen)
  }

  return (
    <EntryCard entry={entry} text={text} status={entryStatus}>
      <ActionButtons
        acts={acts}
        isUrgent={reason !== null}
        isDelete={entry.kind.endsWith('.delete')}
        busy={isBusy}
        about={text.vehicle}
        onAct={perform}
      />
      <Confirm
        choice={opened === 'discard' || opened === 'theirs' ? opened : null}
        isDelete={entry.kind.endsWith('.delete')}
        isBusy={isBusy !== null}
        onCancel={close}
        onConfirm={act}
      />
      {opened === 'move' && (
        <MoveDialog
          entries={[entry]}
          title={text.vehicle}
          details={[text.title, text.details].filter(Boolean).join(' · ')}
          onClose={close}
        />
      )}
      {opened === 'correct' && reading && (
        <ReadingCorrection entry={entry} reading={reading} onClose={close} />
      )}
      {opened === 'compare' && <ConflictDialog entry={entry} text={text} onClose={close} />}
    </EntryCard>
  )
}

interface ConfirmProps {
  choice: 'discard' | 'theirs' | null
  isDelete: boolean
  isBusy: boolean
  onCancel: () => void
  onConfirm: (act: 'discard' | 'theirs') => void
}

/** Asks for confirmation before anything is removed from the device. */
function Confirm({ choice, isDelete, isBusy, onCancel, onConfirm }: ConfirmProps) {
  const t = useTexts('outbox')
  const act = choice ?? 'discard'
  const textKey = act === 'theirs' && isDelete ? 'theirsDelete' : act
  return (
    <ConfirmDialog
      open={choice !== null}
      isDestructive
      isBusy={isBusy}
      title={t(`outbox:${textKey}.title`)}
      message={t(`outbox:${textKey}.message`)}
      confirmLabel={t(`outbox:${textKey}.confirm`)}
      onCancel={onCancel}
      onConfirm={() => onConfirm(act)}
    />
  )
}
