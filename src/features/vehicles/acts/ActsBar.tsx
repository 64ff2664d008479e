import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { hasFeature } from '#contract/core/brand-features.ts'
import { can } from '#domain/access/permissions.ts'
import { BULK_ACT_MAX } from '#domain/core/limits.ts'
import { BULK_ACT_ABILITY, BULK_ACTS, type BulkActName } from '#domain/vehicles/bulk-act-rules.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { ActDialog } from './ActDialog.tsx'
import { type Selection, useSelectedIds } from './selection.ts'

interface ActsBarProps {
  selection: Selection
  /** Vehicles of the list as it is filtered now, on all its pages. */
  listed: () => Iterable<number>
  /** Downloads the selected vehicles; undefined: the list has no file. */
  onDownload?: ((ids: ReadonlySet<number>) => void) | undefined
  onClose: () => void
}

/** Counts the selected vehicles, and offers what can be done to all of them. */
export function ActsBar({ selection, listed, onDownload, onClose }: ActsBarProps) {
  const t = useTexts('vehicle-acts')
  const format = useFormat()
  const isOnline = useOnline()
  const acts = useActs()
  const ids = useSelectedIds(selection)
  const [act, setAct] = useState<BulkActName>()
  const isNone = ids.size === 0 && t('vehicle-acts:none')
  const obstacle =
    isNone ||
    (ids.size > BULK_ACT_MAX && t('vehicle-acts:tooMany', { max: format.number(BULK_ACT_MAX) })) ||
    (!isOnline && t('vehicle-acts:offline'))
  return (
    <Paper
      variant="outlined"
      role="toolbar"
      aria-label={t('vehicle-acts:toolbar')}
      sx={{ px: 2, py: 1, position: 'sticky', top: 8, zIndex: 2 }}
    >
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography role="status" sx={{ fontWeight: 650, minWidth: 96 }}>
          {t('vehicle-acts:selected', { count: ids.size, number: format.number(ids.size) })}
        </Typography>
        <Button onClick={() => selection.add(listed())}>{t('vehicle-acts:selectAll')}</Button>
        <ActionButton disabledReason={isNone} onClick={() => selection.clear()}>
          {t('vehicle-acts:clear')}
        </ActionButton>
        {acts.map((one) => (
          <ActionButton key={one} variant="outlined" disabledReason={obstacle} onClick={() => setAct(one)}>
            {t(`vehicle-acts:act.${one}`)}
          </ActionButton>
        ))}
        {onDownload && (
          <ActionButton variant="outlined" disabledReason={isNone} onClick={() => onDownload(ids)}>
            {t('vehicle-acts:download')}
          </ActionButton>
        )}
        <Button onClick={onClose} sx={{ ml: 'auto' }}>
          {t('vehicle-acts:stopSelecting')}
        </Button>
      </Stack>
      {act && (
        <ActDialog
          act={act}
          vehicleIds={[...ids]}
          onClose={() => setAct(undefined)}
          onStarted={() => {
            setAct(undefined)
            onClose()
          }}
        />
      )}
    </Paper>
  )
}

/** The acts that the user may do and the brand offers. */
function useActs(): BulkActName[] {
  const { user } = useSession()
  const mayDeactivate = hasFeature(useBrand(), 'deactivateVehicles')
  return BULK_ACTS.filter(
    (act) =>
      can(user, BULK_ACT_ABILITY[act]) && (mayDeactivate || (act !== 'deactivate' && act !== 'activate')),
  )
}
