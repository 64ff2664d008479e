import Business from '@mui/icons-material/BusinessOutlined'
import Button from '@mui/material/Button'
import { useLocation } from '@tanstack/react-router'
import type { FleetPath } from '#src/features/access/fleet/switch-store.ts'
import { useLinkedFleet, useLinkedFleetId } from '#src/features/fmc/fleets/useLinkedFleet.ts'
import { useOpenFleet } from '#src/features/fmc/fleets/useOpenFleet.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Banner } from './Banner.tsx'

/**
 * The screens that reminders link to, and the pages of a vehicle, which name its fleet after another tab switched to a
 * different one. Others have their own notice, or a filter with the same parameter.
 */
const LINKED = /^\/(dashboard|upcoming_maintenances|vehicles\/\d+(\/.*)?)$/

/** Lets users with access switch to the fleet that the address names. */
export function LinkedFleetBanner() {
  const t = useTexts('shell')
  const path = useLocation({ select: ({ pathname }) => pathname })
  const fleetId = useLinkedFleetId()
  const { fleet } = useLinkedFleet(LINKED.test(path) ? fleetId : null)
  const openFleet = useOpenFleet()
  if (!fleet) return null
  return (
    <Banner
      tone="warning"
      icon={<Business />}
      message={t('shell:linkedFleet.message', { fleet: fleet.name })}
      actions={
        <Button variant="contained" onClick={() => openFleet(fleet, path as FleetPath)}>
          {t('shell:linkedFleet.open', { fleet: fleet.name })}
        </Button>
      }
    />
  )
}
