import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { positiveInteger } from '#domain/core/numbers.ts'
import { NoRecalls } from '#src/features/vehicles/recalls/NoRecalls.tsx'
import { RecallList } from '#src/features/vehicles/recalls/RecallList.tsx'
import { useRecallRows } from '#src/features/vehicles/recalls/useRecallRows.ts'
import { AsOf } from '#src/features/vehicles/vehicles/AsOf.tsx'
import { vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useFirstLoad } from '#src/local-data/useFirstLoad.ts'
import { useLoadedAt, useVehicles } from '#src/local-data/useLocalRows.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'

/** /recalls: recalls of the vehicles on this device, also offline (DSH-036..039). */
export function RecallsScreen() {
  const t = useTexts('recalls')
  const { vehicle: vehicleId } = useSearch({ strict: false })
  const vehicles = useVehicles()
  const loadedAt = useLoadedAt()
  const only = useMemo(
    () => vehicles?.filter(({ id }) => vehicleId === undefined || String(id) === vehicleId),
    [vehicles, vehicleId],
  )
  const rows = useRecallRows(only)
  const firstLoad = useFirstLoad()
  const isLoaded = loadedAt !== undefined && loadedAt !== null
  return (
    <Page title={t('recalls:title')} subtitle={<AsOf />} width="reading">
      <Stack sx={{ gap: 2 }}>
        {rows?.some(({ recall }) => recall.source === 'sample') && (
          <AlertBox title={t('recalls:sample.title')} message={t('recalls:sample.message')} />
        )}
        <AlertBox title={t('recalls:byModel.title')} message={t('recalls:byModel.message')} />
        {vehicleId !== undefined && only?.[0] && <OneVehicle name={vehicleName(only[0])} />}
        <ListStates
          {...firstLoad}
          total={rows && (rows.length > 0 || isLoaded) ? rows.length : undefined}
          rows={3}
          rowHeight={160}
          empty={<NoRecalls vehicleId={positiveInteger(vehicleId) ?? undefined} />}
        >
          {rows && <RecallList rows={rows} />}
        </ListStates>
      </Stack>
    </Page>
  )
}

/** Shows that the list covers one vehicle, and links to all. */
function OneVehicle({ name }: { name: string }) {
  const t = useTexts('recalls')
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <span>{t('recalls:of', { vehicle: name })}</span>
      <LinkButton to="/recalls" search={{}} size="small">
        {t('recalls:ofAll')}
      </LinkButton>
    </Stack>
  )
}
