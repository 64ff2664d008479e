import Link from '@mui/material/Link'
import type { Fleet } from '#contract/access/fleet.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { isWebLink } from './web-link.ts'

/** Data of a fleet and its links to other sites. */
export function FleetFacts({ fleet }: { fleet: Fleet }) {
  const t = useTexts('fleet')
  const { money } = useFormat()
  const links = fleet.fleet_links.filter(({ link }) => isWebLink(link))
  return (
    <Stack sx={{ gap: 2 }}>
      <Section title={t('fleet:facts.title')}>
        <Facts
          facts={[
            { label: t('fleet:facts.name'), value: fleet.name },
            { label: t('fleet:facts.country'), value: t(`fleet:facts.countries.${fleet.country}`) },
            { label: t('fleet:facts.account'), value: fleet.account?.name },
            { label: t('fleet:facts.reference'), value: fleet.root_reference_id },
            { label: t('fleet:facts.providers'), value: fleet.fleet_payment_providers.join(', ') },
            {
              label: t('fleet:facts.paysThroughPlatform'),
              value: t(`fleet:facts.${fleet.pays_through_platform ? 'yes' : 'no'}`),
            },
            { label: t('fleet:facts.ytdCost'), value: money(fleet.ytd_maintenance_cost) },
            { label: t('fleet:facts.database'), value: fleet.databaseName },
          ]}
        />
      </Section>
      {links.length > 0 && (
        <Section title={t('fleet:links.label')}>
          <Box component="ul" sx={{ display: 'grid', gap: 1.5 }}>
            {links.map(({ id, name, description, link }) => (
              <li key={id}>
                <Link href={link} target="_blank" rel="noopener noreferrer" sx={{ fontWeight: 600 }}>
                  {name}
                </Link>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {description}
                </Typography>
              </li>
            ))}
          </Box>
        </Section>
      )}
    </Stack>
  )
}
