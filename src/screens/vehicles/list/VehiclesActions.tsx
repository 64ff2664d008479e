import Add from '@mui/icons-material/Add'
import RestoreFromTrash from '@mui/icons-material/RestoreFromTrashOutlined'
import UploadFile from '@mui/icons-material/UploadFileOutlined'
import { memo } from 'react'
import { RecallsLink } from '#src/features/vehicles/recalls/RecallsLink.tsx'
import { SortMenu } from '#src/features/vehicles/vehicles/SortMenu.tsx'
import type { VehicleOrder } from '#src/features/vehicles/vehicles/vehicle-rows.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { useIsDesktop, useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { DownloadVehicles, type ShownVehicles } from './DownloadVehicles.tsx'

interface VehiclesActionsProps {
  sort: VehicleOrder
  onSort: (part: { sort: VehicleOrder }) => void
  hasVehicles: boolean
  shown: ShownVehicles
  mayAdd: boolean
  onUpload: () => void
}

/** The actions of the vehicle list. Memoized: rendering it per keystroke took as long as ten cards. */
export const VehiclesActions = memo(function VehiclesActions(props: VehiclesActionsProps) {
  const { sort, onSort, hasVehicles, shown, mayAdd, onUpload } = props
  const t = useTexts('vehicle-form', 'bulk-upload', 'deleted-vehicles')
  const mayEdit = useSessionCan('vehicles.edit')
  const isDesktop = useIsDesktop()
  const isPhone = useIsPhone()
  return (
    <>
      <RecallsLink />
      {!isDesktop && <SortMenu value={sort} onChange={onSort} />}
      {mayEdit && (
        <LinkButton
          to="/vehicles/deleted"
          {...(isPhone
            ? { 'aria-label': t('deleted-vehicles:open'), sx: { minWidth: 48, px: 1.5 } }
            : { startIcon: <RestoreFromTrash /> })}
        >
          {isPhone ? <RestoreFromTrash /> : t('deleted-vehicles:open')}
        </LinkButton>
      )}
      <DownloadVehicles hasVehicles={hasVehicles} shown={shown} />
      {mayAdd && (
        <ActionButton isIconOnly={isPhone} startIcon={<UploadFile />} onClick={onUpload}>
          {t('bulk-upload:open')}
        </ActionButton>
      )}
      {mayAdd && (
        <LinkButton
          variant="contained"
          startIcon={<Add />}
          to="/vehicles/new"
          search={({ upload: _report, ...list }) => list}
        >
          {t('vehicle-form:title.new')}
        </LinkButton>
      )}
    </>
  )
})
