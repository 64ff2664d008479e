import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useState } from 'react'
import { hasFeature } from '#contract/core/brand-features.ts'
import { can } from '#domain/access/permissions.ts'
import { BULK_ACTION_MAX } from '#domain/core/limits.ts'
import { BULK_ACTION_ABILITY, BULK_ACTIONS, type BulkActionName } from '#domain/vehicles/bulk-action-rules.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { BulkActionDialog } from './BulkActionDialog.tsx'
import { type Selection, useSelectedIds } from './selection.ts'

interface BulkActionsBarProps {
  selection: Selection
  /** Vehicles of the list as it is filtered now, on all its pages. */
  listed: () => Iterable<number>
  /** Downloads the selected vehicles; undefined: the list has no file. */
  onDownload?: ((ids: ReadonlySet<number>) => void) | undefined
  onClose: () => void
}

/** Counts the selected vehicles, and offers what can be done to all of them. */
export function BulkActionsBar({ selection, listed, onDownload, onClose }: BulkActionsBarProps) {
  const t = useTexts('bulk-actions')
  const format = useFormat()
  const isOnline = useOnline()
  const actions = useActions()
  const ids = useSelectedIds(selection)
  const [action, setAction] = useState<BulkActionName>()
  const isNone = ids.size === 0 && t('bulk-actions:none')
  const obstacle =
    isNone ||
    (ids.size > BULK_ACTION_MAX && t('bulk-actions:tooMany', { max: format.number(BULK_ACTION_MAX) })) ||
    (!isOnline && t('bulk-actions:offline'))
  return (
    <Paper
      variant="outlined"
      role="toolbar"
      aria-label={t('bulk-actions:toolbar')}
      sx={{ px: 2, py: 1, position: 'sticky', top: 8, zIndex: 2 }}
    >
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography role="status" sx={{ fontWeight: 650, minWidth: 96 }}>
          {t('bulk-actions:selected', { count: ids.size, number: format.number(ids.size) })}
        </Typography>
        <Button onClick={() => selection.add(listed())}>{t('bulk-actions:selectAll')}</Button>
        <ActionButton disabledReason={isNone} onClick={() => selection.clear()}>
          {t('bulk-actions:clear')}
        </ActionButton>
        {actions.map((one) => (
          <ActionButton key={one} variant="outlined" disabledReason={obstacle} onClick={() => setAction(one)}>
            {t(`bulk-actions:action.${one}`)}
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
      {action && (
        <BulkActionDialog
          action={action}
          vehicleIds={[...ids]}
          onClose={() => setAction(undefined)}
          onStarted={() => {
            setAction(undefined)
            onClose()
          }}
        />
      )}
    </Paper>
  )
}

/** The actions that the user may do and the brand offers. */
function useActions(): BulkActionName[] {
  const { user } = useSession()
  const mayDeactivate = hasFeature(useBrand(), 'deactivateVehicles')
  return BULK_ACTIONS.filter(
    (action) =>
      can(user, BULK_ACTION_ABILITY[action]) &&
      (mayDeactivate || (action !== 'deactivate' && action !== 'activate')),
  )
}
