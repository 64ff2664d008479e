import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useMemo, useState } from 'react'
import type { ScheduleTemplate } from '#contract/maintenance/templates.ts'
import { api } from '#src/api/client.ts'
import { ResetDialog } from '#src/features/maintenance/templates/ResetDialog.tsx'
import { ScheduleEditor } from '#src/features/maintenance/templates/ScheduleEditor.tsx'
import { TemplateList } from '#src/features/maintenance/templates/TemplateList.tsx'
import { templatesQuery } from '#src/features/maintenance/templates/templates.queries.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'

/** /schedule_templates: recurring services of each vehicle class, and their intervals (ruling 22). */
export function SchedulesScreen() {
  const t = useTexts('templates')
  const { fleet } = useSession()
  const unit = fleet.distance_unit
  const canEdit = useSessionCan('schedules.edit')
  const query = useQuery(templatesQuery())
  const { data } = query
  const list = useListFailure(query)
  const services = useLocalRows(['services'], (cache) => cache.services)
  const byId = useMemo(() => new Map(services?.map((service) => [service.id, service])), [services])
  const [editing, setEditing] = useState<ScheduleTemplate | null>(null)
  return (
    <Page
      title={t('templates:title')}
      subtitle={t('templates:subtitle')}
      width="reading"
      back={
        <BackLink to="/settings" search={{ tab: 'general' }}>
          {t('templates:back')}
        </BackLink>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <ListStates
          {...list}
          total={data?.templates.length}
          failure={data ? undefined : list.failure}
          offline={{ title: t('templates:offlineTitle'), message: t('templates:notHere') }}
          rowHeight={120}
          // Every vehicle class has a schedule.
          empty={null}
        >
          {data && (
            <TemplateList
              templates={data.templates}
              services={byId}
              unit={unit}
              onEdit={canEdit ? setEditing : undefined}
            />
          )}
        </ListStates>
      </Stack>
      {editing && <Editor template={editing} unit={unit} onClose={() => setEditing(null)} />}
    </Page>
  )
}

interface EditorProps {
  template: ScheduleTemplate
  unit: 'mi' | 'km'
  onClose: () => void
}

function Editor({ template, unit, onClose }: EditorProps) {
  const t = useTexts('templates')
  const client = useQueryClient()
  const { cache } = useOffline()
  const { duty_class } = template
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: templatesQuery().queryKey })
    void cache.refresh()
  }
  return (
    <ScheduleEditor
      draftName={duty_class}
      title={t(`templates:class.${duty_class}`)}
      lead={t('templates:lead', { count: template.following })}
      items={template.items}
      unit={unit}
      revision={template.revision}
      onSave={({ items, revision }) =>
        api.templates.save({ duty_class, unit, items, ...(revision !== undefined && { revision }) })
      }
      refresh={refresh}
      onClose={onClose}
      actions={(discard) =>
        template.is_own && (
          <ResetButton
            template={template}
            refresh={refresh}
            onReset={() => {
              discard()
              onClose()
            }}
          />
        )
      }
    />
  )
}

function ResetButton(props: Omit<ComponentProps<typeof ResetDialog>, 'onClose'>) {
  const t = useTexts('templates')
  const isOnline = useOnline()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionButton
        color="error"
        disabledReason={!isOnline && t('templates:offline')}
        sx={{ minHeight: 44, mr: 'auto' }}
        onClick={() => setOpen(true)}
      >
        {t('templates:reset')}
      </ActionButton>
      {isOpen && <ResetDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
