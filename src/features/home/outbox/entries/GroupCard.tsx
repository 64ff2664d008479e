import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import { useId, useState } from 'react'
import { EntryState } from '#src/features/home/outbox/parts/EntryState.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useWaitingText } from '#src/i18n/useWaitingText.ts'
import type { OutboxStatus, WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { EntryList } from './EntryList.tsx'
import { countEntries } from './entry-facts.ts'
import type { EntryGroup, GroupAction } from './groups.ts'
import { useGroupStatus } from './useEntryStatus.ts'
import { useGroupActions } from './useGroupActions.ts'

const MoveDialog = lazyComponent(() => import('./MoveDialog.tsx').then((m) => m.MoveDialog))

interface GroupCardProps {
  group: EntryGroup
  status: OutboxStatus
}

/** The entries at the time of the question: entries that join the group later are not included. */
interface Confirmation {
  act: 'move' | 'discard'
  entries: WaitingEntry[]
}

/** Entries with the same cause as one card: count, reason, group actions, and the single entries on request. */
export function GroupCard({ group, status }: GroupCardProps) {
  const t = useTexts('outbox')
  const titleId = useId()
  const listId = useId()
  const textOf = useWaitingText()
  const { vehicle, ...groupStatus } = useGroupStatus()(group)
  const [isOpen, setOpen] = useState(false)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const close = () => setConfirmation(null)
  const { act, isBusy } = useGroupActions(close)
  const countText = textOf(countEntries(group.entries))
  const about = [countText, vehicle].filter(Boolean).join(' · ')
  const labels: Record<GroupAction, string> = {
    retry: t('outbox:group.act.retry'),
    move: t('outbox:group.act.move'),
    export: t('outbox:group.act.export'),
    discard: t('outbox:group.act.discard'),
  }

  function perform(chosen: GroupAction) {
    if (chosen === 'move' || chosen === 'discard') setConfirmation({ act: chosen, entries: group.entries })
    else act(chosen, group.entries)
  }

  return (
    <Card
      component="article"
      aria-labelledby={titleId}
      sx={{ p: 2, pb: 1, borderLeft: 4, borderLeftColor: 'error.main' }}
    >
      <Typography variant="h3" component="h4" id={titleId}>
        {about}
      </Typography>
      <EntryState look="needsYou" {...groupStatus} />
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, mt: 1, ml: -1 }}>
        {group.actions.map((action, index) => (
          <Button
            key={action}
            size="small"
            variant={index === 0 ? 'contained' : 'text'}
            color={action === 'discard' ? 'error' : 'primary'}
            loading={isBusy === action}
            aria-label={t('outbox:act.about', { act: labels[action], about })}
            onClick={() => perform(action)}
            sx={index === 0 ? { ml: 1 } : {}}
          >
            {labels[action]}
          </Button>
        ))}
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'outbox:group.hide' : 'outbox:group.show')}
        </Button>
      </Stack>
      {isOpen && (
        <Stack sx={{ mt: 1, mb: 1 }}>
          <EntryList id={listId} entries={group.entries} status={status} />
        </Stack>
      )}
      <ConfirmDiscard
        removedText={confirmation?.act === 'discard' ? textOf(countEntries(confirmation.entries)) : null}
        isBusy={isBusy !== null}
        onCancel={close}
        onConfirm={() => confirmation && act('discard', confirmation.entries)}
      />
      {confirmation?.act === 'move' && (
        <MoveDialog
          entries={confirmation.entries}
          title={countText}
          details={vehicle ?? ''}
          onClose={close}
        />
      )}
    </Card>
  )
}

interface ConfirmDiscardProps {
  /** Text of what will be removed; null: closed. */
  removedText: string | null
  isBusy: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** Asks for confirmation with the number of entries to remove. */
function ConfirmDiscard({ removedText, ...rest }: ConfirmDiscardProps) {
  const t = useTexts('outbox')
  return (
    <ConfirmDialog
      {...rest}
      open={removedText !== null}
      isDestructive
      title={t('outbox:group.discard.title', { held: removedText })}
      message={t('outbox:group.discard.message')}
      confirmLabel={t('outbox:group.discard.confirm')}
    />
  )
}
