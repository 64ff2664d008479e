import { useQuery } from '@tanstack/react-query'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'
import { brandPolicyQuery } from './privacy-policy.queries.ts'

const sections = ['account', 'work', 'device', 'photos', 'cookies', 'sharing', 'rights', 'contact'] as const

interface Policy {
  title: string
  lead: string
  sections: readonly { title: string; text: string }[]
}

/** The brand's own privacy policy, or a default text in the brand's name (ACC-009). */
export function PrivacyPolicy() {
  return useBrand().hasOwnPrivacyPolicy ? <OfBrand /> : <OfProduct />
}

function OfProduct() {
  const t = useTexts('privacy-policy')
  const brandTexts = useBrandTexts()
  const policy = {
    title: t('privacy-policy:title'),
    lead: t('privacy-policy:lead', brandTexts),
    sections: sections.map((section) => ({
      title: t(`privacy-policy:${section}.title`),
      text: t(`privacy-policy:${section}.text`, brandTexts),
    })),
  }
  return <PolicyPage policy={policy} />
}

function OfBrand() {
  const t = useTexts('privacy-policy')
  const { language } = useFormat()
  const texts = useBrandTexts()
  const { data, isError, refetch } = useQuery(brandPolicyQuery())
  if (data) {
    const { title, lead, sections: given } = data[language]
    const fill = (text: string) =>
      text.replaceAll(/\{\{(name|email|phone)\}\}/g, (_, word: keyof typeof texts) => texts[word])
    const filled = given.map((section) => ({ title: fill(section.title), text: fill(section.text) }))
    return <PolicyPage policy={{ title, lead: fill(lead), sections: filled }} />
  }
  return (
    <Page title={t('privacy-policy:title')} width="reading">
      {isError ? <ErrorPanel onRetry={() => void refetch()} /> : <SkeletonList rows={6} />}
    </Page>
  )
}

/** Returns the brand's names for use in the text. */
function useBrandTexts() {
  const { name, support } = useBrand()
  const { phone } = useFormat()
  return { name, email: support.email, phone: phone(support.phone) }
}

function PolicyPage({ policy }: { policy: Policy }) {
  const t = useTexts()
  return (
    <Page
      title={policy.title}
      subtitle={policy.lead}
      width="reading"
      back={<BackLink to="/">{t('common:action.back')}</BackLink>}
    >
      {policy.sections.map(({ title, text }) => (
        <Box component="section" key={title} sx={{ mb: 3, maxWidth: '65ch' }}>
          <Typography variant="h2" sx={{ mb: 0.5 }}>
            {title}
          </Typography>
          <Typography sx={{ whiteSpace: 'pre-line' }}>{text}</Typography>
        </Box>
      ))}
    </Page>
  )
}
