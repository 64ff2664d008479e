import type { DocumentType } from '#domain/access/permissions.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useFirstLoad, useLoaded } from '#src/local-data/useFirstLoad.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { DocumentItem } from './DocumentItem.tsx'

interface DocumentsDialogProps {
  title: string
  type: DocumentType
  vehicles: readonly { id: number; name: string }[]
  onClose: () => void
}

/** The documents of one type of several vehicles, read-only (GLV-016). */
export function DocumentsDialog({ title, type, vehicles, onClose }: DocumentsDialogProps) {
  const t = useTexts('glovebox')
  const items = useLoaded(useLocalRows(['glovebox'], (cache) => cache.gloveboxItems))
  const firstLoad = useFirstLoad()
  const found = vehicles.flatMap((vehicle) => {
    const own = (items ?? []).filter(
      ({ row, waiting }) =>
        row.vehicle_id === vehicle.id && row.document_type === type && waiting?.change !== 'delete',
    )
    return own.length > 0 ? [{ vehicle, own }] : []
  })
  return (
    <ResponsiveDialog open onClose={onClose} title={title}>
      <ListStates
        {...firstLoad}
        total={items && found.length}
        rows={2}
        rowHeight={72}
        empty={<EmptyState title={t('glovebox:none')} />}
      >
        <Stack sx={{ gap: 2 }}>
          {found.map(({ vehicle, own }) => (
            <Box key={vehicle.id} component="section" aria-label={vehicle.name}>
              <Typography variant="h3">{vehicle.name}</Typography>
              <ul>
                {own.map((localRow) => (
                  <DocumentItem key={localRow.row.id} localRow={localRow} />
                ))}
              </ul>
            </Box>
          ))}
        </Stack>
      </ListStates>
    </ResponsiveDialog>
  )
}
