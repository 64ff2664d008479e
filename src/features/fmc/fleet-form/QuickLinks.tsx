import Add from '@mui/icons-material/Add'
import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import IconButton from '@mui/material/IconButton'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Fleet } from '#contract/access/fleet.ts'
import type { FleetLink } from '#contract/access/session.ts'
import { QUICK_LINKS_MAX } from '#domain/core/limits.ts'
import { api } from '#src/api/client.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { meQuery } from '#src/session/account-queries.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ActionDialog } from '#src/ui/dialog/ActionDialog.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { fleetsKeys } from '../fleets/fleets.queries.ts'
import { QuickLinkDialog } from './QuickLinkDialog.tsx'

/** Links in the fleet's avatar menu: add, edit, remove (FMC-035, FMC-036). */
export function QuickLinks({ fleet }: { fleet: Fleet }) {
  const t = useTexts('fleet')
  const isOnline = useOnline()
  const refresh = useRefreshLinks()
  const [edited, setEdited] = useState<FleetLink | 'new'>()
  const [removed, setRemoved] = useState<FleetLink>()
  const isFull = fleet.fleet_links.length >= QUICK_LINKS_MAX
  return (
    <Section
      title={t('fleet:links.title')}
      actions={
        <ActionButton
          startIcon={<Add />}
          disabledReason={
            (!isOnline && t('fleet:form.offline')) ||
            (isFull && t('fleet:links.full', { number: QUICK_LINKS_MAX }))
          }
          onClick={() => setEdited('new')}
        >
          {t('fleet:links.add')}
        </ActionButton>
      }
    >
      {fleet.fleet_links.length === 0 && (
        <Typography sx={{ color: 'text.secondary' }}>{t('fleet:links.none')}</Typography>
      )}
      <ul aria-label={t('fleet:links.title')}>
        {fleet.fleet_links.map((link) => (
          <Stack
            component="li"
            key={link.id}
            direction="row"
            sx={{ alignItems: 'center', gap: 1, py: 0.75, borderTop: 1, borderColor: 'divider' }}
          >
            <Box sx={{ minWidth: 0, flexGrow: 1, overflowWrap: 'anywhere' }}>
              <Typography sx={{ fontWeight: 600 }}>{link.name}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {[link.description, link.link].filter(Boolean).join(' · ')}
              </Typography>
            </Box>
            <IconButton
              aria-label={t('fleet:links.edit', { name: link.name })}
              onClick={() => setEdited(link)}
            >
              <Edit />
            </IconButton>
            <IconButton
              aria-label={t('fleet:links.remove', { name: link.name })}
              onClick={() => setRemoved(link)}
            >
              <Delete />
            </IconButton>
          </Stack>
        ))}
      </ul>
      {edited && (
        <QuickLinkDialog
          fleetId={fleet.id}
          link={edited === 'new' ? null : (fleet.fleet_links.find(({ id }) => id === edited.id) ?? edited)}
          refresh={refresh}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed && (
        <RemoveLink fleet={fleet} link={removed} refresh={refresh} onClose={() => setRemoved(undefined)} />
      )}
    </Section>
  )
}

interface RemoveLinkProps {
  fleet: Fleet
  link: FleetLink
  refresh: () => Promise<unknown>
  onClose: () => void
}

function RemoveLink({ fleet, link, refresh, onClose }: RemoveLinkProps) {
  const t = useTexts('fleet', 'errors')
  const failureText = useFailureText()
  const isOnline = useOnline()
  const toast = useToast()
  const { run, isBusy, failure } = useWrite({
    call: () => api.fleets.removeLink({ fleetId: fleet.id, id: link.id }),
    refresh,
    onSaved() {
      onClose()
      toast('success', t('fleet:links.removed'))
    },
  })
  return (
    <ActionDialog
      isDestructive
      title={t('fleet:links.removeTitle', { name: link.name })}
      message={t('fleet:links.removeMessage')}
      confirmLabel={t('fleet:links.removeConfirm')}
      isBusy={isBusy}
      obstacle={isOnline ? undefined : t('fleet:form.offline')}
      errorMessage={failure && failureText(failure)}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  )
}

/** The avatar menu of the session's fleet shows the same links. */
function useRefreshLinks() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [...fleetsKeys(), meQuery().queryKey].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
}
