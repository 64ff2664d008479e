import Check from '@mui/icons-material/Check'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { SavedView } from '#contract/home/saved-views.ts'
import { DENSITIES, type ViewList } from '#domain/home/saved-view-rules.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { type NamedView, SaveViewDialog } from './SaveViewDialog.tsx'
import type { SavedViews } from './useSavedViews.ts'
import { useViewWrites } from './useViewWrites.ts'
import { ViewNotice } from './ViewNotice.tsx'

interface ViewsPopupProps {
  id: string
  list: ViewList
  views: SavedViews
  anchor: HTMLElement | null
  hiddenColumns: (() => string | undefined) | undefined
  onClose: () => void
}

/** Loaded when the menu or a link is opened: the menu, and the notice about a view of another user. */
export function ViewsPopup({ unseen, ...props }: ViewsPopupProps & { unseen: readonly string[] }) {
  return (
    <>
      <PopupMenu {...props} />
      <ViewNotice views={props.views} unseen={unseen} />
    </>
  )
}

/** The menu of saved views, with its dialog. */
function PopupMenu({ id, list, views, anchor, hiddenColumns, onClose }: ViewsPopupProps) {
  const t = useTexts('saved-views')
  const { views: all, view, shared, isChanged, open } = views
  const isOnline = useOnline()
  const copyLink = useCopyLink()
  const { save, update, remove } = useViewWrites(list, open)
  const removeView = useRemoveView(remove.run, open)
  const [dialog, setDialog] = useState<{ title: string; view: NamedView }>()
  const own = shared ? undefined : view
  const stateNow = () => withHidden(views.state, hiddenColumns?.())
  const act = (run: () => void) => () => {
    onClose()
    run()
  }
  const openDialog = (title: string, named: NamedView) => {
    save.reset()
    setDialog({ title, view: named })
  }
  const openNew = () =>
    openDialog(t('saved-views:dialog.title'), {
      id: crypto.randomUUID(),
      list,
      name: shared?.name ?? '',
      state: stateNow(),
      is_default: false,
    })
  const openRename = ({ id, name, is_default }: SavedView) =>
    openDialog(t('saved-views:dialog.rename'), { id, list, name, is_default })
  const choices = <Choices all={all} current={view} onChoose={(chosen) => act(() => open(chosen))()} />
  const online = { disabled: !isOnline }
  const edits: ReactNode[] = own
    ? [
        isChanged && (
          <MenuItem
            key="update"
            {...online}
            onClick={act(() => void update.run({ ...own, state: stateNow() }))}
          >
            {t('saved-views:menu.update', { name: own.name })}
          </MenuItem>
        ),
        <MenuItem key="edit" {...online} onClick={act(() => openRename(own))}>
          {t('saved-views:menu.rename')}
        </MenuItem>,
        <MenuItem key="delete" {...online} onClick={act(() => void removeView(own))}>
          {t('saved-views:menu.delete')}
        </MenuItem>,
      ]
    : []
  return (
    <>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={onClose}>
        {choices}
        {view && (
          <MenuItem key="leave" onClick={act(() => open(undefined))}>
            <ListItemIcon />
            {t('saved-views:menu.leave')}
          </MenuItem>
        )}
        <Divider key="line" />
        <MenuItem key="save" {...online} onClick={act(openNew)}>
          {t(shared ? 'saved-views:menu.saveAsMine' : 'saved-views:menu.save')}
        </MenuItem>
        {edits}
        {view && (
          <MenuItem key="link" onClick={act(() => copyLink(view))}>
            {t('saved-views:menu.link')}
          </MenuItem>
        )}
        {!isOnline && (
          <ListSubheader key="offline" sx={{ maxWidth: 320, lineHeight: 1.5, py: 1 }}>
            {t('saved-views:offline')}
          </ListSubheader>
        )}
        {hiddenColumns && <Densities key="density" current={views.state.density} onClose={onClose} />}
      </Menu>
      {dialog && <SaveViewDialog {...dialog} save={save} onClose={() => setDialog(undefined)} />}
    </>
  )
}

/** Returns a function that deletes a view and closes it, unless the user has opened another view or page meanwhile. */
function useRemoveView(remove: (view: SavedView) => Promise<boolean>, close: (view: undefined) => void) {
  const router = useRouter()
  return async (view: SavedView) => {
    const isRemoved = await remove(view)
    const { search } = router.latestLocation
    if (isRemoved && 'view' in search && search.view === view.id) close(undefined)
  }
}

function Densities({ current = 'compact', onClose }: { current: string | undefined; onClose: () => void }) {
  const t = useTexts('saved-views')
  const navigate = useNavigate()
  const choose = (density: string) => {
    onClose()
    void navigate({
      to: '.',
      search: (before) => ({ ...before, density: density === 'compact' ? undefined : density }),
      state: true,
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <>
      <Divider />
      <ListSubheader sx={{ lineHeight: 2 }}>{t('saved-views:density.label')}</ListSubheader>
      {DENSITIES.map((density) => (
        <MenuItem
          key={density}
          role="menuitemradio"
          aria-checked={density === current}
          onClick={() => choose(density)}
        >
          <ListItemIcon>{density === current && <Check />}</ListItemIcon>
          {t(`saved-views:density.${density}`)}
        </MenuItem>
      ))}
    </>
  )
}

interface ChoicesProps {
  all: readonly SavedView[] | undefined
  current: SavedView | undefined
  onChoose: (view: SavedView) => void
}

function Choices({ all, current, onChoose }: ChoicesProps) {
  const t = useTexts('saved-views')
  if (all?.length === 0 && !current)
    return (
      <ListSubheader sx={{ maxWidth: 320, lineHeight: 1.5, py: 1 }}>{t('saved-views:none')}</ListSubheader>
    )
  return all?.map((view) => (
    <MenuItem key={view.id} selected={view.id === current?.id} onClick={() => onChoose(view)}>
      <ListItemIcon>{view.id === current?.id && <Check />}</ListItemIcon>
      <ListItemText primary={view.name} secondary={view.is_default && t('saved-views:isDefault')} />
    </MenuItem>
  ))
}

/** Returns a function that copies the link to a view, or shows it where the browser cannot copy. */
function useCopyLink() {
  const t = useTexts('saved-views')
  const toast = useToast()
  return ({ id }: SavedView) => {
    const address = `${location.origin}${location.pathname}?${new URLSearchParams({ ...tabOf(), view: id })}`
    void navigator.clipboard.writeText(address).then(
      () => toast('success', t('saved-views:copied')),
      () => toast('info', address),
    )
  }
}

const withHidden = (state: Record<string, string>, hide: string | undefined) =>
  hide === undefined ? state : { ...state, hide }

const tabOf = () => {
  const tab = new URLSearchParams(location.search).get('tab')
  return tab ? { tab } : {}
}
