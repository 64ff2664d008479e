import { DeletedVehicles } from '#src/features/vehicles/deleted-vehicles/DeletedVehicles.tsx'
import { lastListState } from '#src/features/vehicles/vehicles/list-state.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { NoAccess } from '#src/ui/feedback/NoAccess.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'

/** /vehicles/deleted: vehicles that can be restored (decision 58). */
export function DeletedVehiclesScreen() {
  const t = useTexts('deleted-vehicles')
  const mayEdit = useSessionCan('vehicles.edit')
  return (
    <Page
      title={t('deleted-vehicles:title')}
      subtitle={t('deleted-vehicles:lead')}
      width="reading"
      back={
        <BackLink to="/vehicles" search={lastListState()}>
          {t('deleted-vehicles:back')}
        </BackLink>
      }
    >
      {mayEdit ? <DeletedVehicles /> : <NoAccess />}
    </Page>
  )
}
