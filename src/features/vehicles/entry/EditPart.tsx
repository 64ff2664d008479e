import Edit from '@mui/icons-material/EditOutlined'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useState } from 'react'
import { loadNamespaces } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import type { VehiclePart } from './one-part/vehicle-parts.ts'

const PartForm = lazyComponent(async () => {
  const [module] = await Promise.all([
    import('./one-part/PartForm.tsx'),
    loadNamespaces('vehicle-form', 'errors', 'fields'),
  ])
  return module.PartForm
})

/** Returns the edit buttons of a vehicle that the role allows: some users may only assign drivers (USR-030). */
export function useEditButtons(vehicleId: number): Partial<Record<VehiclePart, ReactNode>> {
  const mayEdit = useSessionCan('vehicles.edit')
  const mayAssign = useSessionCan('drivers.assign')
  const button = (part: VehiclePart) => <EditPart vehicleId={vehicleId} part={part} />
  const own = mayEdit && {
    plate: button('plate'),
    department: button('department'),
    names: button('names'),
    model: button('model'),
  }
  return { ...own, ...(mayAssign && { drivers: button('drivers') }) }
}

/** The button beside a fact that edits it in place. */
function EditPart({ vehicleId, part }: { vehicleId: number; part: VehiclePart }) {
  const t = useTexts('vehicle-form')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        aria-label={t(`vehicle-form:part.${part}`)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={PartForm.preload}
        sx={size}
      >
        <Edit fontSize="inherit" />
      </IconButton>
      {isOpen && <PartForm vehicleId={vehicleId} part={part} onClose={() => setOpen(false)} />}
    </>
  )
}

/** As high as a finger on phones, without making the line of its fact higher elsewhere. */
const size = {
  fontSize: '1.125rem',
  p: 0,
  width: { xs: 44, sm: 32 },
  height: { xs: 44, sm: 32 },
  my: { xs: -1.25, sm: -0.5 },
  ml: 0.5,
} as const
