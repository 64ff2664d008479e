import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Role } from '#domain/access/permissions.ts'
import { useRoleText } from '#src/features/access/roles/useRoleText.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ERROR_ATTRIBUTE } from '#src/ui/focus/useErrorFocus.ts'
import { CheckboxInput } from '#src/ui/form/CheckboxInput.tsx'
import { rolesQuery } from '../users/users.queries.ts'
import type { UserFormState } from './useUserForm.ts'

/** Roles that can be assigned here, each with its description (USR-023, USR-025, USR-030). */
export function RolesField({ form }: { form: UserFormState }) {
  const t = useTexts('users')
  const textOf = useFieldTexts()
  const { nameOf, helpOf } = useRoleText()
  const noteId = useId()
  const { data } = useQuery(rolesQuery(form.context))
  const { values, change, locked } = form
  const isLocked = locked.includes('roles')
  const error = textOf(form.codes, 'roles')
  const note = error ?? (isLocked ? t('users:form.locked') : undefined)
  // Without a response, the shared rule decides which roles exist.
  const roles = form.roles.filter((role) => !data || data.roles.some(({ name }) => name === role))
  const give = (role: Role, isGiven: boolean) =>
    change({ roles: isGiven ? [...values.roles, role] : values.roles.filter((given) => given !== role) })
  return (
    <FormControl
      component="fieldset"
      error={Boolean(error)}
      disabled={isLocked}
      aria-describedby={note && noteId}
      {...(error && ERROR_ATTRIBUTE)}
    >
      <FormLabel
        component="legend"
        focused={false}
        sx={{ mb: 0.5, fontSize: '0.875rem', fontWeight: 600, color: 'text.primary' }}
      >
        {t('users:field.roles')}
      </FormLabel>
      <Box sx={{ display: 'grid', columnGap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        {roles.map((role) => (
          <CheckboxInput
            key={role}
            name={`roles.${role}`}
            checked={values.roles.includes(role)}
            disabled={isLocked}
            onChange={(isGiven) => give(role, isGiven)}
            label={
              <Box sx={{ py: 0.5 }}>
                {nameOf(role)}
                <Typography
                  variant="body2"
                  component="span"
                  sx={{ display: 'block', color: 'text.secondary' }}
                >
                  {helpOf(role)}
                </Typography>
              </Box>
            }
          />
        ))}
      </Box>
      {note && <FormHelperText id={noteId}>{note}</FormHelperText>}
    </FormControl>
  )
}
