import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isOffline } from '#src/features/home/outbox/chip-state.ts'
import { ActButtons } from '#src/features/home/outbox/parts/ActionButtons.tsx'
import { EntryCard } from '#src/features/home/outbox/parts/EntryCard.tsx'
import { closeTray } from '#src/features/home/outbox/tray-store.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import type { OutboxStatus, WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { editTargetOf, needsPerson } from './entry-facts.ts'
import { type Act, actsOf, reasonOf } from './reasons.ts'
import { useEntryActs } from './useEntryActions.ts'
import { useStanding } from './useEntryStatus.ts'
import { useEntryWords } from './useEntryText.ts'

const MoveDialog = lazy(() => import('./MoveDialog.tsx').then((m) => ({ default: m.MoveDialog })))
const ConflictDialog = lazy(() =>
  import('#src/features/home/outbox/conflict/ConflictDialog.tsx').then((m) => ({
    default: m.ConflictDialog,
  })),
)

type Opened = 'discard' | 'theirs' | 'move' | 'compare' | null

/** One entry of the tray with what can be done about it (OFF-039, OFF-045). */
export function TrayEntry({ entry, status }: { entry: WaitingEntry; status: OutboxStatus }) {
  const words = useEntryWords()(entry)
  const vehicles = useVehicles({ isExtra: true })
  const navigate = useNavigate()
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const { act, isBusy } = useEntryActs(entry, words.vehicle, close)
  const isVehicleHere = vehicles?.some(({ id }) => id === entry.vehicleId) ?? true
  const reason = needsPerson(entry) ? reasonOf(entry, isVehicleHere) : null
  const standing = useStanding(status)(entry, reason)
  const isOnline = useOnline()
  const target = editTargetOf(entry)
  const acts = actsOf({
    reason,
    canMove: entry.canMove,
    canEdit: target !== undefined,
    canCompare: entry.conflict !== null,
    isWaitingForItsTime:
      entry.state === 'retry' && (entry.nextTryAt ?? 0) > Date.now() && !isOffline(status, isOnline),
  })

  function perform(chosen: Act) {
    if (chosen === 'edit') {
      closeTray()
      if (target) void navigate(target)
    } else if (chosen === 'discard' || chosen === 'theirs' || chosen === 'move' || chosen === 'compare')
      setOpened(chosen)
    else act(chosen)
  }

  return (
    <EntryCard entry={entry} words={words} standing={standing}>
      <ActButtons
        acts={acts}
        isUrgent={reason !== null}
        isDelete={entry.kind.endsWith('.delete')}
        busy={isBusy}
        about={words.vehicle}
        onAct={perform}
      />
      <Ask
        asked={opened === 'discard' || opened === 'theirs' ? opened : null}
        isDelete={entry.kind.endsWith('.delete')}
        isBusy={isBusy !== null}
        onCancel={close}
        onConfirm={act}
      />
      <Suspense>
        {opened === 'move' && (
          <MoveDialog
            entries={[entry]}
            title={words.vehicle}
            details={[words.title, words.details].filter(Boolean).join(' · ')}
            onClose={close}
          />
        )}
        {opened === 'compare' && <ConflictDialog entry={entry} words={words} onClose={close} />}
      </Suspense>
    </EntryCard>
  )
}

interface AskProps {
  asked: 'discard' | 'theirs' | null
  isDelete: boolean
  isBusy: boolean
  onCancel: () => void
  onConfirm: (act: 'discard' | 'theirs') => void
}

/** Nothing leaves the device without a second yes. */
function Ask({ asked, isDelete, isBusy, onCancel, onConfirm }: AskProps) {
  const t = useTexts('outbox')
  const act = asked ?? 'discard'
  const words = act === 'theirs' && isDelete ? 'theirsDelete' : act
  return (
    <ConfirmDialog
      open={asked !== null}
      isDestructive
      isBusy={isBusy}
      title={t(`outbox:${words}.title`)}
      message={t(`outbox:${words}.message`)}
      confirmLabel={t(`outbox:${words}.confirm`)}
      onCancel={onCancel}
      onConfirm={() => onConfirm(act)}
    />
  )
}
