import Business from '@mui/icons-material/BusinessOutlined'
import Button from '@mui/material/Button'
import { useLocation } from '@tanstack/react-router'
import type { FleetPath } from '#src/features/access/fleet/switch-store.ts'
import { useLinkedFleet, useLinkedFleetId } from '#src/features/fmc/fleets/useLinkedFleet.ts'
import { useOpenFleet } from '#src/features/fmc/fleets/useOpenFleet.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { RECORD_PAGE } from '#src/session/device-session.ts'
import { Banner } from './Banner.tsx'

/** The screens of several records that reminders link to. Others have a filter with the same parameter. */
const REMINDED = /^\/(dashboard|upcoming_maintenances)$/
/** An order's page has its own notice. */
const ORDER_PAGE = /^\/orders\//

/**
 * Checks whether a page needs the banner: reminders link to it, or it names its record's fleet after another tab
 * switched to a different one.
 */
const isLinked = (path: string) => REMINDED.test(path) || (RECORD_PAGE.test(path) && !ORDER_PAGE.test(path))

/** Lets users with access switch to the fleet that the URL names. */
export function LinkedFleetBanner() {
  const t = useTexts('shell')
  const path = useLocation({ select: ({ pathname }) => pathname })
  const fleetId = useLinkedFleetId()
  const { fleet } = useLinkedFleet(isLinked(path) ? fleetId : null)
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
