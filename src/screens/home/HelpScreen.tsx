import ExpandMore from '@mui/icons-material/ExpandMore'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { findTopics, HELP_TOPICS, type HelpTopic } from '#src/features/home/help/help-topics.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SearchInput } from '#src/ui/form/SearchInput.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { MainAndSide } from '#src/ui/layout/MainAndSide.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { PlainLink } from '#src/ui/link/PlainLink.tsx'

/** /help: the things that people do most, step by step, and who to call. Works offline. */
export function HelpScreen() {
  const t = useTexts('help')
  const { can } = useSession()
  const [search, setSearch] = useState('')
  const { topic: opened } = useSearch({ strict: false })
  useShownTopic(opened)
  const topics = HELP_TOPICS.filter(({ ability }) => can(ability)).map((topic) => ({
    ...topic,
    words: `${t(`help:topic.${topic.key}.title`)} ${t(`help:topic.${topic.key}.steps`)}`,
  }))
  const found = findTopics(topics, search)
  return (
    <Page title={t('help:title')} subtitle={t('help:subtitle')}>
      <MainAndSide>
        <Stack sx={{ gap: 2 }}>
          <SearchInput label={t('help:search')} value={search} onSearch={setSearch} />
          <div role="status">
            {found.length === 0 && (
              <EmptyState title={t('help:none.title', { typed: search })} message={t('help:none.message')} />
            )}
          </div>
          <div>
            {found.map((topic) => (
              <Topic
                key={topic.key}
                topic={topic}
                isOpen={search === '' ? topic.key === opened : found.length <= 2}
              />
            ))}
          </div>
        </Stack>
        <Support />
      </MainAndSide>
    </Page>
  )
}

/** Scrolls to the topic of the URL and moves the focus to it. */
function useShownTopic(key: string | undefined) {
  useEffect(() => {
    if (!key) return
    // In the next frame, because the router scrolls to the top after this effect.
    const frame = requestAnimationFrame(() => {
      const topic = document.getElementById(topicId(key))
      topic?.scrollIntoView({ block: 'center' })
      topic?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [key])
}

const topicId = (key: string) => `help-${key}`

function Topic({ topic, isOpen }: { topic: HelpTopic; isOpen: boolean }) {
  const t = useTexts('help')
  const { key } = topic
  return (
    <Accordion
      // Remounted, so that a search that leaves few topics opens them.
      key={String(isOpen)}
      variant="outlined"
      disableGutters
      defaultExpanded={isOpen}
      slotProps={{ heading: { component: 'h2' } }}
    >
      <AccordionSummary expandIcon={<ExpandMore />} id={topicId(key)}>
        <Typography component="span" sx={{ fontWeight: 650 }}>
          {t(`help:topic.${key}.title`)}
        </Typography>
      </AccordionSummary>
      <AccordionDetails>
        <Box component="ol" sx={{ listStyle: 'decimal', pl: 3, display: 'grid', gap: 0.75 }}>
          {t(`help:topic.${key}.steps`)
            .split('\n')
            .map((step) => (
              <li key={step}>{step}</li>
            ))}
        </Box>
        {'place' in topic && (
          <LinkButton
            {...topic.place}
            sx={{ mt: 1 }}
            aria-label={`${t('help:open')}, ${t(`help:topic.${key}.title`)}`}
          >
            {t('help:open')}
          </LinkButton>
        )}
      </AccordionDetails>
    </Accordion>
  )
}

/** Phone and email of the brand. */
function Support() {
  const t = useTexts('help')
  const { phone: phoneText } = useFormat()
  const { phone, email } = useBrand().support
  return (
    <Section title={t('help:support.title')}>
      <Typography sx={{ mb: 1 }}>{t('help:support.message')}</Typography>
      <Facts
        facts={[
          {
            label: t('help:support.phone'),
            value: <PlainLink href={`tel:${phone}`}>{phoneText(phone)}</PlainLink>,
          },
          { label: t('help:support.email'), value: <PlainLink href={`mailto:${email}`}>{email}</PlainLink> },
        ]}
      />
    </Section>
  )
}
