import Close from '@mui/icons-material/Close'
import Download from '@mui/icons-material/DownloadOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useWaitingText } from '#src/i18n/useWaitingText.ts'
import { useLiveOptional } from '#src/local-data/useLive.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import type { OutboxStatus } from '#src/offline/model/api/outbox-api.ts'
import { NO_UNSENT, totalUnsent, type UnsentCount, waitingCountOf } from '#src/offline/model/unsent-count.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { isOffline } from './chip-state.ts'
import { setDiscarded, useDiscarded } from './discarded-store.ts'
import { ElsewhereNote } from './entries/ElsewhereNote.tsx'
import { EntryList } from './entries/EntryList.tsx'
import { countEntries, entryNeedsAction } from './entries/entry-facts.ts'
import { NeedsYou } from './entries/NeedsYou.tsx'
import { SentList } from './entries/SentList.tsx'
import { useExport } from './export/useExport.ts'
import { closeTray } from './tray-store.ts'

/** All entries of this user on this device: waiting, needing user action, and sent (interface rule 2). */
export function Tray() {
  const t = useTexts('outbox')
  const isDesktop = useIsDesktop()
  const titleId = useId()
  // A discard can be undone while the tray is open.
  useEffect(() => () => setDiscarded(null), [])
  return (
    <Drawer
      open
      anchor={isDesktop ? 'right' : 'bottom'}
      onClose={closeTray}
      slotProps={{
        paper: { 'aria-labelledby': titleId, role: 'dialog', sx: isDesktop ? drawerStyle : sheetStyle },
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', pl: 2, pr: 1, pt: 1 }}>
        <Typography variant="h1" component="h2" id={titleId} sx={{ flexGrow: 1 }}>
          {t('outbox:tray.title')}
        </Typography>
        <IconButton aria-label={t('common:action.close')} onClick={closeTray}>
          <Close />
        </IconButton>
      </Stack>
      <TrayContent />
    </Drawer>
  )
}

/** The last discard, with 'Undo'. */
function UndoNote() {
  const t = useTexts('outbox')
  const discarded = useDiscarded()
  const undo = useMutation({
    mutationFn: async () => discarded?.undo(),
    onSuccess: () => setDiscarded(null),
  })
  if (!discarded) return null
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ mb: 2, alignItems: 'center' }}
      action={
        <Button color="inherit" size="small" autoFocus loading={undo.isPending} onClick={() => undo.mutate()}>
          {t('outbox:discard.undo')}
        </Button>
      }
    >
      {discarded.text}
    </Alert>
  )
}

function TrayContent() {
  const t = useTexts('outbox')
  const { outbox } = useOffline()
  const status = useLiveOptional(outbox.status)
  const entries = useLiveOptional(outbox.entries)
  if (!status || !entries) return <SkeletonList />
  const waiting = entries.filter((entry) => !entryNeedsAction(entry))
  const needingAction = entries.filter(entryNeedsAction)
  return (
    <Box sx={{ px: 2, pb: 3, overflowY: 'auto' }}>
      <UndoNote />
      <QueueStatus status={status} hasWaiting={waiting.length > 0} />
      {needingAction.length > 0 && (
        <Group title={t('outbox:tray.needsYou.title')} count={countEntries(needingAction)}>
          <NeedsYou entries={needingAction} status={status} />
        </Group>
      )}
      <Group title={t('outbox:tray.waiting.title')} count={countEntries(waiting)}>
        {waiting.length > 0 ? (
          <EntryList entries={waiting} status={status} />
        ) : (
          <Typography sx={{ color: 'text.secondary' }}>{t('outbox:tray.waiting.empty')}</Typography>
        )}
      </Group>
      <Group title={t('outbox:tray.sent.title')}>
        <SentList />
      </Group>
      {entries.length > 1 && <SaveAll />}
      <ElsewhereNote />
      <OthersNote />
    </Box>
  )
}

/** State of the whole queue, with the button to send now. */
function QueueStatus({ status, hasWaiting }: { status: OutboxStatus; hasWaiting: boolean }) {
  const t = useTexts('outbox')
  const { fileSize, age } = useFormat()
  const { outbox } = useOffline()
  const isOnline = useOnline()
  const hasDiscarded = useDiscarded() !== null
  const sendNow = useMutation({ mutationFn: () => outbox.retry() })
  const offline = isOffline(status, isOnline)
  const facts = [
    status.bytesWaiting > 0 && t('outbox:tray.size', { size: fileSize(status.bytesWaiting) }),
    status.lastSentAt && t('outbox:tray.lastSent', { time: age(status.lastSentAt) }),
  ]
  return (
    <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
      <Typography sx={{ color: 'text.secondary' }} role="status">
        {(hasWaiting || status.needsYou === 0) &&
          t(`outbox:tray.lead.${queueStateOf(status, hasWaiting, hasDiscarded)}`)}
      </Typography>
      {hasWaiting && (
        <ActionButton
          variant="contained"
          loading={status.isSending || sendNow.isPending}
          disabledReason={offline && t('outbox:tray.sendOffline')}
          onClick={() => sendNow.mutate()}
        >
          {t('outbox:tray.sendNow')}
        </ActionButton>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {facts.filter(Boolean).join(' · ')}
      </Typography>
    </Stack>
  )
}

function queueStateOf(status: OutboxStatus, hasWaiting: boolean, hasDiscarded: boolean) {
  if (status.network === 'portal') return 'portal'
  if (status.pausedFor === 'auth') return 'auth'
  // Entries and status are read one after the other; 'all sent' requires both.
  if (hasWaiting || totalUnsent(waitingCountOf(status)) > 0) return 'waiting'
  // Discarded entries have not reached the server.
  return hasDiscarded ? 'discarded' : 'allSent'
}

/** Exports everything that has not arrived. */
function SaveAll() {
  const t = useTexts('outbox')
  const save = useExport()
  return (
    <Button
      variant="outlined"
      size="small"
      startIcon={<Download />}
      loading={save.isPending}
      onClick={() => save.mutate('all')}
      sx={{ mt: 2.5 }}
    >
      {t('outbox:export.all')}
    </Button>
  )
}

/** On a shared tablet: counts other users' waiting entries without their contents (docs/offline.md row 19). */
function OthersNote() {
  const t = useTexts('outbox')
  const offline = useOffline()
  const textOf = useWaitingText()
  const { data: unsent = NO_UNSENT } = useQuery({
    queryKey: ['waiting-for-others'],
    queryFn: () => offline.countForOtherUsers(),
    gcTime: 0,
  })
  const count = totalUnsent(unsent)
  if (count === 0) return null
  return (
    <Typography variant="body2" sx={{ mt: 2.5, color: 'text.secondary' }}>
      {t('outbox:tray.others', { count, held: textOf(unsent) })}
    </Typography>
  )
}

function Group({ title, count, children }: { title: string; count?: UnsentCount; children: ReactNode }) {
  const textOf = useWaitingText()
  return (
    <Box component="section" sx={{ mt: 2.5 }}>
      <Typography variant="h3" sx={{ mb: 1, color: 'text.secondary' }}>
        {title}
        {count && totalUnsent(count) > 0 && ` · ${textOf(count)}`}
      </Typography>
      {children}
    </Box>
  )
}

const drawerStyle = { width: 460, maxWidth: '100vw' } as const
const sheetStyle = { height: '88dvh', borderTopLeftRadius: 16, borderTopRightRadius: 16 } as const
