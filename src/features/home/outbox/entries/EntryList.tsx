import type { OutboxStatus, WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { TrayEntry } from './TrayEntry.tsx'

interface EntryListProps {
  entries: readonly WaitingEntry[]
  status: OutboxStatus
  id?: string
}

export function EntryList({ entries, status, id }: EntryListProps) {
  return (
    <Stack component="ul" id={id} sx={{ gap: 1.5 }}>
      {entries.map((entry) => (
        <li key={entry.opId}>
          <TrayEntry entry={entry} status={status} />
        </li>
      ))}
    </Stack>
  )
}
