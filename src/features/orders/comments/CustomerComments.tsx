import Button from '@mui/material/Button'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Order } from '#contract/orders/order.ts'
import { COMMENTS_MAX } from '#domain/core/limits.ts'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useFormState } from '#src/forms/useFormState.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { draftsOf, hasDraft } from '#src/lib/drafts/draft-storage.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { SavingNote } from '#src/ui/feedback/SavingNote.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { groupOnScreenOnly } from '#src/ui/layout/on-screen-only.ts'
import { Section } from '#src/ui/layout/Section.tsx'
import {
  baseOfSave,
  type CommentsDraft,
  parseComments,
  seenComments,
  useSaveComments,
  useWaitingComments,
  type WaitingComments,
} from './comments.ts'

/** What opened the form. A reload opens it again with the draft of this tab, if there is one. */
type Opened = 'byUser' | 'byReload'

/** The customer's comments for the shop, edited inline, also offline (APR-015, ruling 24). */
export function CustomerComments({ order }: { order: Order }) {
  const t = useTexts('orders', 'outbox')
  const { user } = useSession()
  const waiting = useWaitingComments(order.id)
  const form = `comments:${order.id}`
  const [opened, setOpened] = useState<Opened | null>(() =>
    draftsOf({ fleetId: user.fleet_id, userId: user.id, form }).length > 0 ? 'byReload' : null,
  )
  const shown = waiting ? waiting.comments : (order.customer_comments ?? '')
  if (!shown && !waiting && !order.can_edit && !opened) return null
  const stored = (
    <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
      {shown && <Typography sx={asTyped}>{shown}</Typography>}
      {waiting && (
        <Typography role="status" variant="body2" sx={{ color: 'warning.main' }}>
          {waiting.needsYou ? t('orders:comments.needsYou') : t('outbox:command.here')}
        </Typography>
      )}
      {order.can_edit && (
        <Button variant="outlined" onClick={() => setOpened('byUser')}>
          {shown ? t('orders:comments.edit') : t('orders:comments.add')}
        </Button>
      )}
    </Stack>
  )
  return (
    <Box sx={shown ? contents : groupOnScreenOnly}>
      <Section title={t('orders:comments.title')}>
        {opened ? (
          <ClaimedDraft form={form} waiting={stored}>
            {(own) => (
              <ClaimedComments
                order={order}
                waiting={waiting}
                own={own}
                opened={opened}
                stored={stored}
                onClose={() => setOpened(null)}
              />
            )}
          </ClaimedDraft>
        ) : (
          stored
        )}
      </Section>
    </Box>
  )
}

interface CommentsFormProps {
  order: Order
  waiting: WaitingComments | null
  own: OwnDraft
  opened: Opened
  /** The comments without a form. */
  stored: ReactNode
  onClose: () => void
}

/** Opens the form unless the draft that caused it belongs to another tab. */
function ClaimedComments(props: CommentsFormProps) {
  const { own, opened, stored, onClose } = props
  const [hadDraft] = useState(() => hasDraft(own.slot))
  const isOpen = hadDraft || opened === 'byUser'
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) close()
  }, [isOpen])
  return isOpen ? <CommentsForm {...props} /> : stored
}

function CommentsForm({ order, waiting, own, opened, stored, onClose }: CommentsFormProps) {
  const t = useTexts('orders')
  const { save, isSaving } = useSaveComments()
  const [initial] = useState<CommentsDraft>(() => ({
    typed: waiting ? waiting.comments : (order.customer_comments ?? ''),
    seen: seenComments(order, waiting),
  }))
  const form = useFormState({ slot: own.slot, initial, parse: parseComments })
  const { typed, seen } = form.draft

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await save(typed.trim(), order, baseOfSave(seen, order, waiting)))) return
    // Text that was typed during the save stays open.
    if (form.draftNow().typed !== typed) return form.change({ seen: null })
    form.saved()
    onClose()
  }
  function discard() {
    form.discard()
    onClose()
  }
  // Without a change, there is nothing to lose.
  if (!order.can_edit)
    return (
      <>
        {stored}
        {typed !== initial.typed && <LockedDraft typed={typed} onDiscard={discard} />}
      </>
    )
  return (
    <Stack component="form" onSubmit={submit} sx={{ gap: 1 }}>
      <DraftElsewhereNotice draft={own} isEdit />
      <TextInput
        label={t('orders:comments.label')}
        value={typed}
        onChange={(text) => form.change({ typed: text })}
        maxLength={COMMENTS_MAX}
        rows={2}
        // Not when the page opens with a draft.
        autoFocus={opened === 'byUser'}
      />
      <SavingNote isSaving={isSaving} />
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button type="submit" variant="contained" loading={isSaving}>
          {t('common:action.save')}
        </Button>
        <Button onClick={discard}>{t('common:action.cancel')}</Button>
      </Stack>
    </Stack>
  )
}

/** What was typed for an order that can no longer be edited. */
function LockedDraft({ typed, onDiscard }: { typed: string; onDiscard: () => void }) {
  const t = useTexts('orders')
  return (
    <AlertBox
      title={t('common:draft.title')}
      message={
        <Stack sx={{ alignItems: 'start', gap: 0.5 }}>
          <Typography sx={asTyped}>{typed}</Typography>
          {t('orders:comments.locked')}
          <Button size="small" onClick={onDiscard} sx={{ px: 0 }}>
            {t('common:draft.discard')}
          </Button>
        </Stack>
      }
    />
  )
}

const asTyped = { overflowWrap: 'anywhere', whiteSpace: 'pre-line' } as const
const contents = { display: 'contents' } as const
