import Button from '@mui/material/Button'
import { type FormEvent, useState } from 'react'
import type { Order } from '#contract/orders/order.ts'
import { COMMENTS_MAX } from '#domain/core/limits.ts'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useFormState } from '#src/forms/useFormState.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { draftsOf } from '#src/lib/drafts/draft-storage.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { SavingNote } from '#src/ui/feedback/SavingNote.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { groupOnScreenOnly } from '#src/ui/layout/on-screen-only.ts'
import { Section } from '#src/ui/layout/Section.tsx'
import { type SeenComments, useSaveComments, useWaitingComments, type WaitingComments } from './comments.ts'

/** The customer's comments for the shop, edited inline, also offline (APR-015, ruling 24). */
export function CustomerComments({ order }: { order: Order }) {
  const t = useTexts('orders', 'outbox')
  const { user } = useSession()
  const waiting = useWaitingComments(order.id)
  const form = `comments:${order.id}`
  // Open again after a reload, with the typed text.
  const [isEditing, setEditing] = useState(
    () => draftsOf({ fleetId: user.fleet_id, userId: user.id, form }).length > 0,
  )
  const shown = waiting ? waiting.comments : (order.customer_comments ?? '')

  if (!shown && !waiting && !order.can_edit) return null
  return (
    <Box sx={shown ? contents : groupOnScreenOnly}>
      <Section title={t('orders:comments.title')}>
        {isEditing ? (
          <ClaimedDraft form={form}>
            {(own) => (
              <CommentsForm order={order} waiting={waiting} own={own} onClose={() => setEditing(false)} />
            )}
          </ClaimedDraft>
        ) : (
          <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
            {shown && (
              <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{shown}</Typography>
            )}
            {waiting && (
              <Typography role="status" variant="body2" sx={{ color: 'warning.main' }}>
                {waiting.needsYou ? t('orders:comments.needsYou') : t('outbox:command.here')}
              </Typography>
            )}
            {order.can_edit && (
              <Button variant="outlined" onClick={() => setEditing(true)}>
                {shown ? t('orders:comments.edit') : t('orders:comments.add')}
              </Button>
            )}
          </Stack>
        )}
      </Section>
    </Box>
  )
}

interface CommentsFormProps {
  order: Order
  waiting: WaitingComments | null
  own: OwnDraft
  onClose: () => void
}

interface CommentsDraft {
  typed: string
  /** Null: the next save is based on the comments of then. */
  seen: SeenComments | null
}

function CommentsForm({ order, waiting, own, onClose }: CommentsFormProps) {
  const t = useTexts('orders')
  const { save, isSaving } = useSaveComments()
  const [initial] = useState<CommentsDraft>(() => ({
    typed: waiting ? waiting.comments : (order.customer_comments ?? ''),
    seen: { order, waiting },
  }))
  const form = useFormState({ slot: own.slot, initial, parse: parseComments })
  const { typed, seen } = form.draft

  async function submit(event: FormEvent) {
    event.preventDefault()
    // A change of the order that left the comments alone is no conflict.
    const isSame = !seen?.waiting && !waiting && seen?.order.customer_comments === order.customer_comments
    const base = seen && !isSame ? seen : { order, waiting }
    if (!(await save(typed.trim(), base))) return
    // Text that was typed during the save stays open.
    if (form.draftNow().typed !== typed) return form.change({ seen: null })
    form.saved()
    onClose()
  }
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
        autoFocus={form.restoredAt === undefined}
      />
      <SavingNote isSaving={isSaving} />
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button type="submit" variant="contained" loading={isSaving}>
          {t('common:action.save')}
        </Button>
        <Button
          onClick={() => {
            form.discard()
            onClose()
          }}
        >
          {t('common:action.cancel')}
        </Button>
      </Stack>
    </Stack>
  )
}

function parseComments(stored: unknown): CommentsDraft | undefined {
  const { typed, seen } = Object(stored) as Partial<CommentsDraft>
  return typeof typed === 'string' ? { typed, seen: seen ?? null } : undefined
}

const contents = { display: 'contents' } as const
