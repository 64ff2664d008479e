import { useVehicles } from '#src/local-data/useLocalRows.ts'
import type { OutboxStatus, WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { GroupCard } from './GroupCard.tsx'
import { groupsOf, isGroup } from './groups.ts'
import { TrayEntry } from './TrayEntry.tsx'

interface NeedsYouProps {
  entries: readonly WaitingEntry[]
  status: OutboxStatus
}

/** Entries that need user action; those with the same cause share a card. */
export function NeedsYou({ entries, status }: NeedsYouProps) {
  const vehicles = useVehicles({ isOptional: true })
  const isVehicleHere = (vehicleId: number) => vehicles?.some(({ id }) => id === vehicleId) ?? true
  return (
    <Stack component="ul" sx={{ gap: 1.5 }}>
      {groupsOf(entries, isVehicleHere).map((item) =>
        isGroup(item) ? (
          <li key={item.key}>
            <GroupCard group={item} status={status} />
          </li>
        ) : (
          <li key={item.opId}>
            <TrayEntry entry={item} status={status} />
          </li>
        ),
      )}
    </Stack>
  )
}
