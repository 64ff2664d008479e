import Button from '@mui/material/Button'
import { type FormEvent, useState } from 'react'
import type { Order } from '#contract/orders/order.ts'
import { COMMENTS_MAX } from '#domain/core/limits.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { SavingNote } from '#src/ui/feedback/SavingNote.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { groupOnScreenOnly } from '#src/ui/layout/on-screen-only.ts'
import { Section } from '#src/ui/layout/Section.tsx'
import { type SeenComments, useSaveComments, useWaitingComments } from './comments.ts'

/** The customer's comments for the shop, edited inline, also offline (APR-015, ruling 24). */
export function CustomerComments({ order }: { order: Order }) {
  const t = useTexts('orders', 'outbox')
  const waiting = useWaitingComments(order.id)
  const { save, isSaving } = useSaveComments()
  const [typed, setTyped] = useState<string>()
  const [seen, setSeen] = useState<SeenComments>()
  const shown = waiting ? waiting.comments : (order.customer_comments ?? '')

  async function submit(event: FormEvent) {
    event.preventDefault()
    // A change of the order that left the comments alone is no conflict.
    const isSame = !seen?.waiting && !waiting && seen?.order.customer_comments === order.customer_comments
    const base = seen && !isSame ? seen : { order, waiting }
    if (!(await save(typed?.trim() ?? '', base))) return
    setSeen(undefined)
    // Text that was typed during the save stays open.
    setTyped((now) => (now === typed ? undefined : now))
  }
  function edit() {
    setSeen({ order, waiting })
    setTyped(shown)
  }
  if (!shown && !waiting && !order.can_edit) return null
  return (
    <Box sx={shown ? contents : groupOnScreenOnly}>
      <Section title={t('orders:comments.title')}>
        {typed === undefined ? (
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
              <Button variant="outlined" onClick={edit}>
                {shown ? t('orders:comments.edit') : t('orders:comments.add')}
              </Button>
            )}
          </Stack>
        ) : (
          <Stack component="form" onSubmit={submit} sx={{ gap: 1 }}>
            <TextInput
              label={t('orders:comments.label')}
              value={typed}
              onChange={setTyped}
              maxLength={COMMENTS_MAX}
              rows={2}
              autoFocus
            />
            <SavingNote isSaving={isSaving} />
            <Stack direction="row" sx={{ gap: 1 }}>
              <Button type="submit" variant="contained" loading={isSaving}>
                {t('common:action.save')}
              </Button>
              <Button onClick={() => setTyped(undefined)}>{t('common:action.cancel')}</Button>
            </Stack>
          </Stack>
        )}
      </Section>
    </Box>
  )
}

const contents = { display: 'contents' } as const
