import Check from '@mui/icons-material/Check'
import ExpandMore from '@mui/icons-material/ExpandMore'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import { ROLES, type Role } from '#domain/access/permissions.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { abilitiesOf, GROUPS, roleMay } from './ability-groups.ts'
import { useRoleText } from './useRoleText.ts'

/** Permissions role by role, for phones. The user's own roles come first and are expanded. */
export function RoleList({ own }: { own: readonly Role[] }) {
  const { nameOf, helpOf } = useRoleText()
  const roles = [...ROLES].sort((a, b) => Number(own.includes(b)) - Number(own.includes(a)))
  return (
    <Box>
      {roles.map((role) => (
        <Accordion
          key={role}
          variant="outlined"
          disableGutters
          defaultExpanded={own.includes(role)}
          slotProps={{ heading: { component: 'h2' } }}
        >
          <AccordionSummary expandIcon={<ExpandMore />} id={`role-${ROLES.indexOf(role)}`}>
            <Box component="span" sx={{ display: 'block' }}>
              <Typography component="span" sx={{ display: 'block', fontWeight: 650 }}>
                {nameOf(role)}
              </Typography>
              <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
                {helpOf(role)}
              </Typography>
            </Box>
          </AccordionSummary>
          <AccordionDetails>
            <Abilities role={role} />
          </AccordionDetails>
        </Accordion>
      ))}
    </Box>
  )
}

function Abilities({ role }: { role: Role }) {
  const t = useTexts('roles')
  return GROUPS.map((group) => {
    const abilities = abilitiesOf(group).filter((ability) => roleMay(role, ability))
    if (abilities.length === 0) return null
    return (
      <Box key={group} sx={{ mb: 1.5 }}>
        <Typography sx={{ fontWeight: 600 }}>{t(`roles:group.${group}`)}</Typography>
        <ul>
          {abilities.map((ability) => (
            <Box component="li" key={ability} sx={{ display: 'flex', gap: 1, py: 0.5 }}>
              <Check aria-hidden fontSize="small" color="success" />
              <span>{t(`roles:ability.${ability}`)}</span>
            </Box>
          ))}
        </ul>
      </Box>
    )
  })
}
