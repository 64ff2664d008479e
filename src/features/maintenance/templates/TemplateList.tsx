import Edit from '@mui/icons-material/EditOutlined'
import Button from '@mui/material/Button'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { ScheduleTemplate } from '#contract/maintenance/templates.ts'
import { serviceName } from '#src/features/catalog/services/service-options.ts'
import { useIntervalText } from '#src/features/maintenance/schedules/useIntervalText.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { Section } from '#src/ui/layout/Section.tsx'

interface TemplateListProps {
  templates: readonly ScheduleTemplate[]
  services: ReadonlyMap<number, ServiceDefinition>
  unit: 'mi' | 'km'
  /** Undefined: read-only. */
  onEdit: ((template: ScheduleTemplate) => void) | undefined
}

/** Schedules by vehicle class, those with vehicles first. */
export function TemplateList({ templates, services, unit, onEdit }: TemplateListProps) {
  const t = useTexts('templates')
  const { language } = useFormat()
  const textOf = useIntervalText()
  const count = (template: ScheduleTemplate) => template.following + template.not_following
  return templates
    .toSorted((a, b) => count(b) - count(a))
    .map((template) => (
      <Section
        key={template.duty_class}
        title={t(`templates:class.${template.duty_class}`)}
        actions={
          <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            {template.is_own && <StatusChip tone="info" icon={<Edit />} label={t('templates:own')} />}
            {onEdit && (
              <Button
                aria-label={t('templates:editOf', { name: t(`templates:class.${template.duty_class}`) })}
                sx={{ minHeight: 44 }}
                onClick={() => onEdit(template)}
              >
                {t('templates:edit')}
              </Button>
            )}
          </Stack>
        }
      >
        <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
          {t('templates:following', { count: template.following })}
          {template.not_following > 0 &&
            ` · ${t('templates:notFollowing', { count: template.not_following })}`}
        </Typography>
        <ul>
          {template.items.map((item) => (
            <Box
              component="li"
              key={item.id}
              sx={{ py: 1, '& + &': { borderTop: 1, borderColor: 'divider' } }}
            >
              <Typography sx={{ fontWeight: 600 }}>
                {textOf({
                  every: unit === 'mi' ? item.every_miles : item.every_kilometers,
                  months: item.every_months,
                  unit,
                })}
              </Typography>
              <Typography variant="body2">
                {item.service_ids
                  .flatMap((id) => {
                    const service = services.get(id)
                    return service ? [serviceName(service, language)] : []
                  })
                  .join(', ')}
              </Typography>
              {item.reason && (
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {item.reason}
                </Typography>
              )}
            </Box>
          ))}
        </ul>
      </Section>
    ))
}
