import Assignment from '@mui/icons-material/AssignmentLateOutlined'
import Build from '@mui/icons-material/BuildOutlined'
import CloudUpload from '@mui/icons-material/CloudUploadOutlined'
import Description from '@mui/icons-material/DescriptionOutlined'
import HourglassTop from '@mui/icons-material/HourglassTopOutlined'
import TaskAlt from '@mui/icons-material/TaskAlt'
import ThumbUp from '@mui/icons-material/ThumbUpOutlined'
import WarningAmber from '@mui/icons-material/WarningAmber'
import Button from '@mui/material/Button'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useFirstLoad } from '#src/local-data/useFirstLoad.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { toLateOrders } from '../dashboard/services-links.ts'
import { linkToDue } from '../due/due-view.ts'
import type { Due } from '../due/useDue.ts'
import { TodayAction } from './TodayAction.tsx'
import { LINES_ON_DESKTOP, LINES_ON_PHONE, lineHeight } from './today-height.ts'
import { excerptOf, groupOf, openGroups, type TodayItem } from './today-items.ts'
import { useTodayItems } from './useTodayItems.ts'
import { useTodayText } from './useTodayText.ts'

/** Lines that 'Show all', 'Show' and 'Show more' add: thousands at once would be slow. */
const WHOLE_STEP = 100

/** What needs the user today, ranked, one line each, with the action at its end. */
export function TodayPanel({ due }: { due: Due | undefined }) {
  const t = useTexts('dashboard')
  const { number } = useFormat()
  const items = useTodayItems(due)
  const firstLoad = useFirstLoad()
  const isPhone = useIsPhone()
  const [isWhole, setWhole] = useState(false)
  const lines = isPhone ? LINES_ON_PHONE : LINES_ON_DESKTOP
  const [limit, setLimit] = useState(WHOLE_STEP)
  const { list, opened, setOpened } = useOpenedGroups()
  const { shown, whole, more } = excerptOf(items ?? [], lines)
  const listed = isWhole ? whole : openGroups(shown, whole, opened)
  const visible = listed.slice(0, limit)
  const rest = listed.length - visible.length
  const isOpen = listed.length === whole.length
  function toggle() {
    setWhole(!isOpen)
    setLimit(WHOLE_STEP)
    if (isOpen) setOpened([])
  }
  return (
    <Section
      flush
      title={t('dashboard:today.title')}
      actions={
        whole.length > shown.length && (
          <Button size="small" aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? t('dashboard:today.fewer') : t('dashboard:today.all', { number: number(whole.length) })}
          </Button>
        )
      }
    >
      <Box sx={{ minHeight: { xs: lines * lineHeight.xs, sm: lines * lineHeight.sm } }}>
        <ListStates
          {...firstLoad}
          total={items?.length}
          rows={lines}
          rowHeight={isPhone ? lineHeight.xs : lineHeight.sm}
          empty={<Nothing />}
        >
          <Box component="ol" role="list" ref={list} aria-label={t('dashboard:today.title')}>
            {visible.map((item) => (
              <Line key={keyOf(item)} item={item} onShow={() => setOpened([...opened, groupOf(item)])} />
            ))}
          </Box>
        </ListStates>
        {rest > 0 && (
          <Button size="small" onClick={() => setLimit(limit + WHOLE_STEP)} sx={{ mx: 2, my: 1 }}>
            {t('common:field.showMore', { number: number(rest) })}
          </Button>
        )}
        {isWhole && (
          <MoreLinks
            late={more.has('late') && items?.filter(({ kind }) => kind === 'late').length}
            pastDue={more.has('pastDue') && due?.counts?.pastDue}
          />
        )}
      </Box>
    </Section>
  )
}

/** The groups of documents that the user opened. The focus moves to the first line of the latest, because its button is gone. */
function useOpenedGroups() {
  const list = useRef<HTMLOListElement>(null)
  const [opened, setOpened] = useState<readonly string[]>([])
  const latest = opened.at(-1)
  useEffect(() => {
    if (latest) list.current?.querySelector<HTMLElement>(`[data-group=${latest}] a`)?.focus()
  }, [latest])
  return { list, opened, setOpened }
}

function keyOf(item: TodayItem): string {
  if (item.kind === 'approvals' || item.kind === 'unsent') return item.kind
  if (item.kind === 'pastDue') return `${item.kind} ${item.row.id}`
  if (item.kind === 'documents') return `${item.kind} ${item.isExpired}`
  if (item.kind === 'document') return `${item.kind} ${item.id}`
  return `${item.kind} ${'orderId' in item ? item.orderId : item.vehicleId}`
}

const ICONS: Record<TodayItem['kind'], ReactNode> = {
  approvals: <ThumbUp />,
  late: <HourglassTop />,
  missed: <Assignment />,
  document: <Description />,
  documents: <Description />,
  pastDue: <Build />,
  faults: <WarningAmber />,
  unsent: <CloudUpload />,
}

function Line({ item, onShow }: { item: TodayItem; onShow: () => void }) {
  const { vehicle, text } = useTodayText()(item)
  return (
    <Box component="li" data-group={groupOf(item)} sx={line}>
      <Box aria-hidden sx={{ display: { xs: 'none', sm: 'flex' }, color: 'text.secondary' }}>
        {ICONS[item.kind]}
      </Box>
      <Typography sx={lineText}>
        {vehicle && <b>{vehicle}</b>}
        {vehicle && ' · '}
        {text}
      </Typography>
      <TodayAction item={item} what={[vehicle, text].filter(Boolean).join(', ')} onShow={onShow} />
    </Box>
  )
}

function Nothing() {
  const t = useTexts('dashboard')
  const isOnline = useOnline()
  return (
    <Box role="status" sx={{ display: 'flex', gap: 1.5, px: 2, py: 2 }}>
      <TaskAlt aria-hidden color="success" />
      <Box>
        <Typography sx={{ fontWeight: 600 }}>{t('dashboard:today.none')}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`dashboard:today.${isOnline ? 'noneMessage' : 'noneOffline'}`)}
        </Typography>
      </Box>
    </Box>
  )
}

interface MoreLinksProps {
  /** Rows of the list; false if it has no further ones. */
  late: number | undefined | false
  pastDue: number | undefined | false
}

/** Links to the lists of kinds that have more lines there, with the number of rows that each opens. */
function MoreLinks({ late, pastDue }: MoreLinksProps) {
  const t = useTexts('dashboard')
  const { number } = useFormat()
  if (!late && !pastDue) return null
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}
    >
      {late && (
        <LinkButton size="small" {...toLateOrders()}>
          {t('dashboard:today.more.late', { number: number(late) })}
        </LinkButton>
      )}
      {pastDue && (
        <LinkButton size="small" {...linkToDue({ due: 'past_due', order: 'without' })}>
          {t('dashboard:today.more.pastDue', { number: number(pastDue) })}
        </LinkButton>
      )}
    </Box>
  )
}

const lineText = {
  flexGrow: 1,
  minWidth: 0,
  overflowWrap: 'anywhere',
  fontSize: { xs: '0.875rem', sm: '1rem' },
  lineHeight: { xs: '20px', sm: 1.5 },
} as const

const line = {
  display: 'flex',
  alignItems: 'center',
  columnGap: 1.5,
  px: 2,
  py: 0.75,
  minHeight: lineHeight,
  borderTop: 1,
  borderColor: 'divider',
  position: 'relative',
  '&:hover': { bgcolor: 'action.hover' },
  // The whole line is the link.
  '& > a, & > button': {
    position: 'static',
    flexShrink: 0,
    maxWidth: { xs: 112, sm: 'none' },
    px: { xs: 1, sm: 2 },
    lineHeight: 1.4,
    textAlign: 'center',
  },
  '& > a::after, & > button::after': { content: '""', position: 'absolute', inset: 0 },
} as const
