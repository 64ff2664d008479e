import Add from '@mui/icons-material/Add'
import Badge from '@mui/icons-material/BadgeOutlined'
import Build from '@mui/icons-material/BuildOutlined'
import EventAvailable from '@mui/icons-material/EventAvailableOutlined'
import FactCheck from '@mui/icons-material/FactCheckOutlined'
import Help from '@mui/icons-material/HelpOutlined'
import Sheet from '@mui/icons-material/InsertDriveFileOutlined'
import Person from '@mui/icons-material/PersonOutlined'
import PlaylistAddCheck from '@mui/icons-material/PlaylistAddCheckOutlined'
import Settings from '@mui/icons-material/SettingsOutlined'
import Tune from '@mui/icons-material/TuneOutlined'
import type { NavigationItem } from '#src/app/shell/navigation/navigation-items.tsx'
import { useNavigationItems } from '#src/app/shell/navigation/useNavigationItems.ts'
import { useSettingsTabs } from '#src/features/access/settings/useSettingsTabs.ts'
import { HELP_TOPICS } from '#src/features/home/help/help-topics.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useFlag, useHasFeature, useSession } from '#src/session/SessionProvider.tsx'
import type { Hit } from './hit.ts'

/** A screen or an action, with further words by which it is found. */
export interface Place extends Hit {
  keywords: string
}

/** Returns the screens that this user may open, as the navigation and the settings decide. */
export function useScreens(): Place[] {
  const inFleet = useNavigationScreens('fleet')
  const ofCompany = useNavigationScreens('fmc')
  const own = useOwnScreens()
  const settings = useSettingsScreens()
  const more = useFleetScreens()
  const { user } = useSession()
  const help = useHelpTopics()
  return [...inFleet, ...(user.isFMC ? ofCompany : []), ...more, ...settings, ...own, ...help]
}

function useNavigationScreens(mode: 'fleet' | 'fmc'): Place[] {
  const t = useTexts('shell', 'find')
  return useNavigationItems(mode).map(({ key, to, icon }: NavigationItem) => ({
    ...screen(to, t(`shell:nav.${key}`), icon),
    detail: mode === 'fmc' ? t('find:company') : '',
  }))
}

/** Screens about the fleet that are not in the navigation. */
function useFleetScreens(): Place[] {
  const t = useTexts('approvals', 'maintenances', 'recalls', 'deleted-vehicles', 'settings', 'find')
  const { can } = useSession()
  const hasSchedules = useFlag('maintenance_schedules')
  return [
    screen('/approvals', t('approvals:queue.place'), <FactCheck />, t('find:keywords.approvals')),
    screen('/active_maintenances', t('maintenances:active.title'), <PlaylistAddCheck />),
    screen('/upcoming_maintenances', t('maintenances:upcoming.title'), <PlaylistAddCheck />),
    screen(
      '/services?tab=active&stay=at_shop',
      t('find:screen.atShop'),
      <Build />,
      t('find:keywords.atShop'),
    ),
    screen('/services?tab=active&stay=late', t('find:screen.late'), <Build />, t('find:keywords.late')),
    screen('/recalls', t('recalls:label'), <Sheet />),
    ...(can('vehicles.edit')
      ? [screen('/vehicles/deleted', t('deleted-vehicles:title'), <Sheet />, t('find:keywords.deleted'))]
      : []),
    ...(can('unsent.read')
      ? [screen('/unsent_work', t('settings:places.unsent'), <Sheet />, t('find:keywords.unsent'))]
      : []),
    ...(hasSchedules ? [screen('/schedule_templates', t('settings:places.schedules'), <Sheet />)] : []),
  ]
}

function useSettingsScreens(): Place[] {
  const t = useTexts('settings')
  return useSettingsTabs().map((tab) => ({
    ...screen(`/settings?tab=${tab}`, t(`settings:tab.${tab}`), <Settings />),
    detail: t('settings:title'),
  }))
}

/** Screens of the user's own. */
function useOwnScreens(): Place[] {
  const t = useTexts('shell', 'find')
  const hasMembershipCard = useHasFeature('membershipCard')
  return [
    screen('/account', t('shell:account.details'), <Person />, t('find:keywords.account')),
    screen('/user_preferences', t('shell:account.preferences'), <Tune />, t('find:keywords.preferences')),
    ...(hasMembershipCard ? [screen('/membership_card', t('shell:account.membershipCard'), <Badge />)] : []),
    screen('/roles', t('shell:account.roles'), <Sheet />, t('find:keywords.roles')),
    screen('/help', t('shell:account.help'), <Help />, t('find:keywords.help')),
  ]
}

/** Help topics about what the user may do. */
function useHelpTopics(): Place[] {
  const t = useTexts('help', 'shell', 'find')
  const { can } = useSession()
  return HELP_TOPICS.filter(({ ability }) => can(ability)).map(({ key }) => ({
    ...screen(
      `/help?topic=${key}`,
      t(`help:topic.${key}.title`),
      <Help />,
      key === 'users' ? t('find:keywords.inviteUser') : '',
    ),
    detail: t('shell:account.help'),
  }))
}

const screen = (href: string, title: string, icon: Hit['icon'], keywords = ''): Place => ({
  key: `screen:${href}`,
  title,
  detail: '',
  icon,
  target: href,
  keywords,
})

export const recordIcon = <Add />
export const bookIcon = <EventAvailable />
