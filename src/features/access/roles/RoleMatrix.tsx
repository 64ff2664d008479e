import Check from '@mui/icons-material/Check'
import Paper from '@mui/material/Paper'
import { Fragment } from 'react'
import { type Ability, ROLES, type Role } from '#domain/access/permissions.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { visuallyHidden } from '#src/ui/layout/visually-hidden.ts'
import { abilitiesOf, GROUPS, roleMay } from './ability-groups.ts'
import { useRoleText } from './useRoleText.ts'

/** Permissions of all roles side by side, from the server's table, for wide screens. */
export function RoleMatrix({ own }: { own: readonly Role[] }) {
  const t = useTexts('roles')
  const { nameOf } = useRoleText()
  return (
    <Paper variant="outlined" sx={frame} tabIndex={0}>
      <Box component="table" aria-label={t('roles:table')} sx={table}>
        <thead>
          <tr>
            <th scope="col">{t('roles:ability.heading')}</th>
            {ROLES.map((role) => (
              <Box
                component="th"
                scope="col"
                key={role}
                sx={own.includes(role) ? { color: 'primary.main' } : {}}
              >
                {nameOf(role)}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {GROUPS.map((group) => (
            <Fragment key={group}>
              <tr>
                <Box component="th" scope="colgroup" colSpan={ROLES.length + 1} sx={groupHead}>
                  {t(`roles:group.${group}`)}
                </Box>
              </tr>
              {abilitiesOf(group).map((ability) => (
                <Row key={ability} ability={ability} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </Box>
    </Paper>
  )
}

// `relative` contains the visually hidden text, which would otherwise widen the page.
const frame = { position: 'relative', overflow: 'auto', maxHeight: 'calc(100dvh - 180px)' } as const

function Row({ ability }: { ability: Ability }) {
  const t = useTexts('roles')
  return (
    <tr>
      <th scope="row">{t(`roles:ability.${ability}`)}</th>
      {ROLES.map((role) => (
        <td key={role}>
          {roleMay(role, ability) ? (
            <Check fontSize="small" color="success" titleAccess={t('roles:may')} />
          ) : (
            <span style={visuallyHidden}>{t('roles:mayNot')}</span>
          )}
        </td>
      ))}
    </tr>
  )
}

const table = {
  borderCollapse: 'separate',
  borderSpacing: 0,
  width: '100%',
  fontSize: '0.875rem',
  '& th, & td': { px: 1, py: 1, borderBottom: 1, borderColor: 'divider', textAlign: 'center' },
  '& th[scope=row], & thead th:first-of-type': { textAlign: 'start', minWidth: 260, fontWeight: 400, pl: 2 },
  '& thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
    verticalAlign: 'bottom',
  },
} as const
const groupHead = {
  textAlign: 'start !important',
  pl: '16px !important',
  pt: '16px !important',
  fontWeight: 650,
} as const
