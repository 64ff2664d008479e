import Button from '@mui/material/Button'
import type { EntryAction } from '#src/features/home/outbox/entries/reasons.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

interface ActionButtonsProps {
  acts: readonly EntryAction[]
  /** The first action is what the entry needs. */
  isUrgent: boolean
  isDelete: boolean
  busy: EntryAction | null
  /** Description of the entry for screen readers. */
  about: string
  onAct: (act: EntryAction) => void
}

/** The actions of an entry; the most useful one is highlighted. */
export function ActionButtons({ acts, isUrgent, isDelete, busy, about, onAct }: ActionButtonsProps) {
  const t = useTexts('outbox')
  const labels: Record<EntryAction, string> = {
    compare: t('outbox:act.compare'),
    mine: isDelete ? t('outbox:act.deleteAllTheSame') : t('outbox:act.mine'),
    theirs: isDelete ? t('outbox:act.keepEntry') : t('outbox:act.theirs'),
    move: t('outbox:act.move'),
    asNew: t('outbox:act.asNew'),
    edit: t('outbox:act.edit'),
    retry: t('outbox:act.retry'),
    sendNow: t('outbox:act.sendNow'),
    export: t('outbox:act.export'),
    discard: t('outbox:act.discard'),
  }
  return acts.map((act, index) => {
    const isFirst = isUrgent && index === 0
    return (
      <Button
        key={act}
        size="small"
        variant={isFirst ? 'contained' : 'text'}
        color={act === 'discard' || (act === 'mine' && isDelete) ? 'error' : 'primary'}
        loading={busy === act}
        aria-label={t('outbox:act.about', { act: labels[act], about })}
        onClick={() => onAct(act)}
        sx={isFirst ? { ml: 1 } : {}}
      >
        {labels[act]}
      </Button>
    )
  })
}
