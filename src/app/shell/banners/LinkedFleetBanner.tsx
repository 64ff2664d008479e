import Business from '@mui/icons-material/BusinessOutlined'
import Button from '@mui/material/Button'
import { useLocation } from '@tanstack/react-router'
import type { FleetPath } from '#src/features/access/fleet/switch-store.ts'
import { useLinkedFleet, useLinkedFleetId } from '#src/features/fmc/fleets/useLinkedFleet.ts'
import { useOpenFleet } from '#src/features/fmc/fleets/useOpenFleet.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { RECORD_PAGE } from '#src/session/device-session.ts'
import { Banner } from './Banner.tsx'

/** The other screens that emails link to. Screens of a management company have a filter with the same parameter. */
const MAILED = /^\/(dashboard|upcoming_maintenances|vehicles|settings|fleet_transactions)$/
/** An order's page has its own notice. */
const ORDER_PAGE = /^\/orders\//

/**
 * Checks whether a page needs the banner: emails link to it, or it names its record's fleet after another tab switched to
 * a different one.
 */
const isLinked = (path: string) => MAILED.test(path) || (RECORD_PAGE.test(path) && !ORDER_PAGE.test(path))

/** Lets users with access switch to the fleet that the URL names. */
export function LinkedFleetBanner() {
  const t = useTexts('shell')
  const path = useLocation({ select: ({ pathname }) => pathname })
  const search = useLocation({ select: ({ searchStr }) => searchStr })
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
        <Button variant="contained" onClick={() => openFleet(fleet, withoutFleet(path, search))}>
          {t('shell:linkedFleet.open', { fleet: fleet.name })}
        </Button>
      }
    />
  )
}

/** Returns the URL of the screen after the switch, for example with the upload that an email is about. */
function withoutFleet(path: string, search: string): FleetPath {
  const params = new URLSearchParams(search)
  params.delete('fleet')
  return (params.size > 0 ? `${path}?${params}` : path) as FleetPath
}
