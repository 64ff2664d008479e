import Edit from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type FormEvent, useState } from 'react'
import type { Order } from '#contract/orders/order.ts'
import { PO_NUMBER_MAX } from '#domain/core/limits.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { useUpdateOrder } from './useUpdateOrder.ts'

/** The PO number, edited inline (APR-003, APR-004). */
export function PoNumber({ order }: { order: Order }) {
  const t = useTexts('orders', 'errors')
  const toast = useToast()
  const textOf = useFailureText()
  const isOnline = useOnline()
  const [typed, setTyped] = useState<string>()
  const [seen, setSeen] = useState<Order>()
  useUnsavedTyping(typed !== undefined && typed !== (seen?.po_number ?? ''))
  /** The server rejected the write because of a change, which the form has shown since. */
  const [isWarned, setWarned] = useState(false)
  // If a colleague changed the number since, the older revision makes the server reject the first write.
  const isChanged = seen !== undefined && seen.po_number !== order.po_number
  const { run, isBusy, failure, reset } = useUpdateOrder(
    isChanged && !isWarned ? seen : order,
    ({ code }) => {
      if (code === 'stale') setWarned(true)
    },
  )

  async function save(event: FormEvent) {
    event.preventDefault()
    const isDone = await run({ po_number: typed?.trim() || null })
    if (!isDone) return
    setSeen(undefined)
    // Text that was typed during the save stays open.
    setTyped((now) => (now === typed ? undefined : now))
    toast('success', t('orders:alert.updated'))
  }
  function edit() {
    reset()
    setSeen(order)
    setWarned(false)
    setTyped(order.po_number ?? '')
  }
  if (typed === undefined)
    return (
      <>
        {order.po_number ?? t('orders:notAvailable')}
        {order.can_edit && isOnline && (
          <IconButton aria-label={t('orders:po.edit')} onClick={edit}>
            <Edit fontSize="small" />
          </IconButton>
        )}
      </>
    )
  return (
    <Stack component="form" onSubmit={save} sx={{ gap: 0.5 }}>
      <OutlinedInput
        size="small"
        autoFocus
        value={typed}
        error={failure !== undefined}
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{ input: { 'aria-label': t('orders:fact.po'), maxLength: PO_NUMBER_MAX } }}
      />
      {failure && <span role="alert">{textOf(failure)}</span>}
      {isChanged && (
        <span>{t('orders:po.now', { number: order.po_number ?? t('orders:notAvailable') })}</span>
      )}
      <Stack direction="row" sx={{ gap: 1, justifyContent: { xs: 'end', sm: 'start' } }}>
        <Button type="submit" variant="contained" loading={isBusy}>
          {t('orders:po.save')}
        </Button>
        <Button onClick={() => setTyped(undefined)}>{t('common:action.cancel')}</Button>
      </Stack>
    </Stack>
  )
}
