import Button from '@mui/material/Button'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useHasFeature } from '#src/session/SessionProvider.tsx'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'

/** The first steps of a new fleet, by brand and the user's role (VEH-011). */
export function FirstSteps({ onUpload }: { onUpload?: () => void }) {
  const t = useTexts('vehicles')
  const mayEdit = useSessionCan('vehicles.edit')
  const mayAdd = useHasFeature('addVehicles') && mayEdit
  const mayInvite = useSessionCan('users.edit')
  if (!mayAdd && !mayInvite) return null
  const upload = t('vehicles:first.upload')
  return (
    <Stack sx={{ gap: 1 }}>
      {mayAdd && (
        <LinkButton variant="contained" to="/vehicles/new">
          {t('vehicles:first.add')}
        </LinkButton>
      )}
      {mayAdd &&
        (onUpload ? (
          <Button onClick={onUpload}>{upload}</Button>
        ) : (
          <LinkButton to="/vehicles">{upload}</LinkButton>
        ))}
      {mayInvite && <LinkButton to="/settings/users/new">{t('vehicles:first.invite')}</LinkButton>}
    </Stack>
  )
}
