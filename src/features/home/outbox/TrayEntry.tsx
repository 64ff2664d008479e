import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { WaitingEntry } from '#src/offline/outbox-api.ts'
import { useOffline } from '#src/session/useOffline.ts'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { editTargetOf, needsPerson } from './entry-words.ts'
import { EntryCard } from './parts/EntryCard.tsx'
import { closeTray } from './tray-store.ts'
import { useEntryWords } from './useEntryWords.ts'

type Asked = 'discard' | 'theirs' | null

/** One entry of the tray with what can be done about it (OFF-039, OFF-045). */
export function TrayEntry({ entry }: { entry: WaitingEntry }) {
  const t = useTexts('outbox')
  const words = useEntryWords()(entry)
  const { outbox } = useOffline()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked>(null)
  const done = { onSuccess: () => setAsked(null) }
  const retry = useMutation({ mutationFn: () => outbox.retry(entry.opId) })
  const discard = useMutation({ mutationFn: () => outbox.discard(entry.opId), ...done })
  const resolve = useMutation({
    mutationFn: (keep: 'mine' | 'theirs') => outbox.resolveConflict(entry.opId, keep),
    ...done,
  })
  const target = editTargetOf(entry)
  const isConflict = entry.state === 'conflict'
  const edit = () => {
    closeTray()
    if (target) void navigate(target)
  }
  return (
    <EntryCard entry={entry} words={words}>
      {isConflict && (
        <Act
          label={t('outbox:entry.mine')}
          isBusy={resolve.isPending}
          onClick={() => resolve.mutate('mine')}
        />
      )}
      {isConflict && <Act label={t('outbox:entry.theirs')} onClick={() => setAsked('theirs')} />}
      {needsPerson(entry) && !isConflict && (
        <Act label={t('outbox:entry.retry')} isBusy={retry.isPending} onClick={() => retry.mutate()} />
      )}
      {target && !isConflict && <Act label={t('outbox:entry.edit')} onClick={edit} />}
      {!isConflict && <Act label={t('outbox:entry.discard')} isRisky onClick={() => setAsked('discard')} />}
      <Ask
        asked={asked}
        isBusy={discard.isPending || resolve.isPending}
        onCancel={() => setAsked(null)}
        onConfirm={() => (asked === 'discard' ? discard.mutate() : resolve.mutate('theirs'))}
      />
    </EntryCard>
  )
}

interface ActProps {
  label: ReactNode
  isBusy?: boolean
  isRisky?: boolean
  onClick: () => void
}

function Act({ label, isBusy = false, isRisky = false, onClick }: ActProps) {
  return (
    <Button size="small" color={isRisky ? 'error' : 'primary'} loading={isBusy} onClick={onClick}>
      {label}
    </Button>
  )
}

interface AskProps {
  asked: Asked
  isBusy: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Nothing leaves the device for good without a second yes. */
function Ask({ asked, isBusy, onCancel, onConfirm }: AskProps) {
  const t = useTexts('outbox')
  const act = asked ?? 'discard'
  return (
    <ConfirmDialog
      open={asked !== null}
      isDestructive
      isBusy={isBusy}
      title={t(`outbox:${act}.title`)}
      message={t(`outbox:${act}.message`)}
      confirmLabel={t(`outbox:${act}.confirm`)}
      onCancel={onCancel}
      onConfirm={onConfirm}
    />
  )
}
