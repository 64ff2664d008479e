import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { accountFleetsQuery } from './fleet.queries.ts'
import { requestFleetSwitch } from './switch-store.ts'

/**
 * Returns whether the user sees the account and fleet selectors: fuel-card brands, not FMC users (BRD-070, BRD-073).
 */
export function useHasFleetChoice(): boolean {
  const { user, fleet } = useSession()
  return fleet.is_fuel_card && !user.isFMC && user.user_accounts.length > 0
}

/** Prefetches the fleets of the current account, so that the selector also works offline. */
export function useKnownFleets(): void {
  const { fleet } = useSession()
  const hasChoice = useHasFleetChoice()
  useQuery(accountFleetsQuery(hasChoice ? fleet.account?.id : undefined))
}

/** Returns the user's accounts, the fleets of the chosen account, and the handlers of both (BRD-074, BRD-075). */
export function useFleetChoice() {
  const t = useTexts('fleet')
  const toast = useToast()
  const client = useQueryClient()
  const { user, fleet } = useSession()
  const [chosen, setChosen] = useState<number>()
  const accountId = chosen ?? fleet.account?.id
  const { data } = useQuery(accountFleetsQuery(accountId))

  /** Shows the account of the session's fleet again. */
  const showCurrent = () => setChosen(undefined)

  function chooseFleet({ id, name }: { id: number; name: string }) {
    if (id === fleet.id) return showCurrent()
    requestFleetSwitch({ fleetId: id, name, path: '/dashboard', onStay: showCurrent })
  }

  const latest = useRef<number>(undefined)
  async function chooseAccount(id: number) {
    latest.current = id
    setChosen(id)
    try {
      const { fleets } = await client.fetchQuery(accountFleetsQuery(id))
      if (latest.current !== id) return
      const [only] = fleets
      if (!only) {
        showCurrent()
        toast('info', t('fleet:account.none'))
      }
      // With a single fleet there is no selector, so the fleet is opened at once.
      else if (fleets.length === 1) chooseFleet(only)
    } catch {
      if (latest.current !== id) return
      showCurrent()
      toast('info', t('fleet:account.failed'))
    }
  }

  return {
    accounts: user.user_accounts,
    accountId,
    /** Fleets of the chosen account. */
    fleets: data?.fleets ?? [],
    chooseAccount,
    chooseFleet,
  }
}
