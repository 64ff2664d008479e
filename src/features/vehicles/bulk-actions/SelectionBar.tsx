import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BULK_ACTION_MAX } from '#domain/core/limits.ts'
import { type BulkActionName, isOrderAction } from '#domain/vehicles/bulk-action-rules.ts'
import { toFailure } from '#src/api/failure.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { type Selection, useSelectedIds } from './selection.ts'

interface SelectionBarProps<Name extends BulkActionName> {
  selection: Selection
  actions: readonly Name[]
  /** What 'Select all' adds: the rows of the list as it is filtered now, on all its pages. */
  readIds: () => Iterable<number> | Promise<Iterable<number>>
  /** Their number; undefined: unknown. */
  total: number | undefined
  /** Only the server has the rows of all pages. */
  isOnServer?: boolean
  /** Downloads the selected rows; undefined: the list has no file. */
  onDownload?: ((ids: ReadonlySet<number>) => void) | undefined
  onClose: () => void
  /** Renders the dialog of an action. */
  children: (action: Name, ids: number[], close: () => void) => ReactNode
}

/** Counts the selected rows, and offers what can be done to all of them. */
export function SelectionBar<Name extends BulkActionName>(props: SelectionBarProps<Name>) {
  const { selection, actions, onDownload, onClose, children } = props
  const t = useTexts('bulk-actions')
  const format = useFormat()
  const isOnline = useOnline()
  const ids = useSelectedIds(selection)
  const [action, setAction] = useState<Name>()
  const context = actions.some(isOrderAction) ? 'order' : ''
  const isNone = ids.size === 0 && t('bulk-actions:none', { context })
  const obstacle =
    isNone ||
    (ids.size > BULK_ACTION_MAX &&
      t('bulk-actions:tooMany', { context, max: format.number(BULK_ACTION_MAX) })) ||
    (!isOnline && t('bulk-actions:offline', { context }))
  // The button "Select" has gone, and the focus with it.
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => bar.current?.focus({ preventScroll: true }), [])
  return (
    <Paper
      ref={bar}
      tabIndex={-1}
      variant="outlined"
      role="toolbar"
      aria-label={t('bulk-actions:toolbar', { context })}
      // Below the header, which stays at the top.
      sx={{ px: 2, py: 1, position: 'sticky', top: { xs: 64, md: 72 }, zIndex: 2 }}
    >
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography role="status" sx={{ fontWeight: 650, minWidth: 96 }}>
          {t('bulk-actions:selected', { count: ids.size, number: format.number(ids.size) })}
        </Typography>
        <SelectAll
          {...props}
          obstacle={props.isOnServer && !isOnline && t('bulk-actions:selectAllOffline')}
        />
        <ActionButton disabledReason={isNone} onClick={() => selection.clear()}>
          {t('bulk-actions:clear')}
        </ActionButton>
        {actions.map((one) => (
          <ActionButton key={one} variant="outlined" disabledReason={obstacle} onClick={() => setAction(one)}>
            {t(`bulk-actions:action.${one as BulkActionName}`)}
          </ActionButton>
        ))}
        {onDownload && (
          <ActionButton variant="outlined" disabledReason={isNone} onClick={() => onDownload(ids)}>
            {t('bulk-actions:download')}
          </ActionButton>
        )}
        <Button onClick={onClose} sx={{ ml: 'auto' }}>
          {t('bulk-actions:stopSelecting')}
        </Button>
      </Stack>
      {action && children(action, [...ids], () => setAction(undefined))}
    </Paper>
  )
}

interface SelectAllProps extends Pick<SelectionBarProps<BulkActionName>, 'selection' | 'readIds' | 'total'> {
  obstacle: string | false | undefined
}

function SelectAll({ selection, readIds, total, obstacle }: SelectAllProps) {
  const t = useTexts('bulk-actions')
  const { number } = useFormat()
  const toast = useToast()
  const textOf = useFailureText()
  const [isLoading, setLoading] = useState(false)
  const select = async () => {
    setLoading(true)
    try {
      selection.add(await readIds())
    } catch (error) {
      toast('danger', textOf(toFailure(error)))
    }
    setLoading(false)
  }
  return (
    <ActionButton disabledReason={obstacle} loading={isLoading} onClick={select}>
      {total === undefined
        ? t('bulk-actions:selectAllOrders')
        : t('bulk-actions:selectAll', { number: number(total) })}
    </ActionButton>
  )
}
