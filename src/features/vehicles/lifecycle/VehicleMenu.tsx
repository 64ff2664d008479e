import MoreVert from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { createLink } from '@tanstack/react-router'
import { useState } from 'react'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useHasFeature } from '#src/session/SessionProvider.tsx'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { useMenu } from '#src/ui/menu/useMenu.ts'
import { DeleteVehicle } from './DeleteVehicle.tsx'
import { EnrollVehicle } from './EnrollVehicle.tsx'
import { ToggleVehicle } from './ToggleVehicle.tsx'

interface VehicleMenuProps {
  vehicle: Vehicle
  /** Called with the message to show on the next screen. */
  onDone: (done: 'deleted' | 'changed', message: string) => void
}

const LinkItem = createLink(MenuItem)

/** Actions on a vehicle: edit, deactivate or enroll, delete; by ability and brand (VEH-055..061). */
export function VehicleMenu({ vehicle, onDone }: VehicleMenuProps) {
  const t = useTexts('vehicle-form')
  const hasEnrollment = useHasFeature('enrollVehicles')
  const mayDeactivate = useHasFeature('deactivateVehicles')
  const mayEdit = useSessionCan('vehicles.edit')
  const mayAssign = useSessionCan('drivers.assign')
  const { button, menu, choose } = useMenu()
  const [asking, setAsking] = useState<'delete' | 'toggle'>()
  if (!mayAssign) return null
  const params = { vehicleId: String(vehicle.id) }
  const chooseDialog = (what: 'delete' | 'toggle') => choose(() => setAsking(what))
  const end = () => setAsking(undefined)
  return (
    <>
      {hasEnrollment && mayEdit && <EnrollVehicle vehicle={vehicle} onDone={onDone} />}
      <IconButton aria-label={t('vehicle-form:menu.open')} {...button} sx={{ minWidth: 44, minHeight: 44 }}>
        <MoreVert />
      </IconButton>
      <Menu {...menu}>
        <LinkItem to="/vehicles/$vehicleId/edit" params={params} onClick={menu.onClose}>
          {mayEdit ? t('vehicle-form:menu.edit') : t('vehicle-form:title.drivers')}
        </LinkItem>
        {mayEdit && mayDeactivate && (
          <MenuItem onClick={chooseDialog('toggle')}>
            {vehicle.is_active ? t('vehicle-form:menu.deactivate') : t('vehicle-form:menu.activate')}
          </MenuItem>
        )}
        {mayEdit && <MenuItem onClick={chooseDialog('delete')}>{t('vehicle-form:menu.delete')}</MenuItem>}
      </Menu>
      {asking === 'toggle' && <ToggleVehicle vehicle={vehicle} onDone={onDone} onClose={end} />}
      {asking === 'delete' && <DeleteVehicle vehicle={vehicle} onDone={onDone} onClose={end} />}
    </>
  )
}
