import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { type ReactNode, useState } from 'react'
import { BULK_ACTION_MAX } from '#domain/core/limits.ts'
import { type BulkActionName, isOrderAction } from '#domain/vehicles/bulk-action-rules.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { type Selection, useSelectedIds } from './selection.ts'

interface SelectionBarProps<Name extends BulkActionName> {
  selection: Selection
  actions: readonly Name[]
  /** Rows that 'Select all' adds. */
  listed: () => Iterable<number>
  /** The rows are one page of a longer list. */
  isPage?: boolean
  /** Downloads the selected rows; undefined: the list has no file. */
  onDownload?: ((ids: ReadonlySet<number>) => void) | undefined
  onClose: () => void
  /** Renders the dialog of an action. */
  children: (action: Name, ids: number[], close: () => void) => ReactNode
}

/** Counts the selected rows, and offers what can be done to all of them. */
export function SelectionBar<Name extends BulkActionName>(props: SelectionBarProps<Name>) {
  const { selection, actions, listed, isPage, onDownload, onClose, children } = props
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
  return (
    <Paper
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
        <Button onClick={() => selection.add(listed())}>
          {isPage ? t('bulk-actions:selectPage') : t('bulk-actions:selectAll')}
        </Button>
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
