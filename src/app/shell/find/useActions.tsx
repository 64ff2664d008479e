import DarkMode from '@mui/icons-material/DarkModeOutlined'
import Keyboard from '@mui/icons-material/KeyboardOutlined'
import LightMode from '@mui/icons-material/LightModeOutlined'
import Logout from '@mui/icons-material/Logout'
import Inbox from '@mui/icons-material/MoveToInboxOutlined'
import PersonAdd from '@mui/icons-material/PersonAddOutlined'
import Translate from '@mui/icons-material/TranslateOutlined'
import UploadFile from '@mui/icons-material/UploadFileOutlined'
import { useColorScheme } from '@mui/material/styles'
import { canAddUser } from '#domain/access/user-rules.ts'
import { useRecordTarget } from '#src/app/shell/navigation/useRecordTarget.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useChangeLanguage } from '#src/features/access/account/useChangeLanguage.ts'
import { useSaveLanguage } from '#src/features/access/account/useSaveLanguage.ts'
import { useSettingsContext } from '#src/features/access/users/useUserPermissions.ts'
import { openTray } from '#src/features/home/outbox/tray-store.ts'
import { currentLanguage } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useMode } from '#src/session/mode.ts'
import { useHasFeature, useSession } from '#src/session/SessionProvider.tsx'
import type { Hit } from './hit.ts'
import { bookIcon, type Place, recordIcon } from './usePlaces.tsx'

/** Returns what this user may do from anywhere, by the table of abilities. */
export function useActions(onShortcuts: () => void): Place[] {
  const ofFleet = useFleetActions()
  const ofCompany = useCompanyActions()
  const ofApp = useAppActions(onShortcuts)
  return [...(useMode() === 'fleet' ? ofFleet : ofCompany), ...ofApp]
}

function useFleetActions(): Place[] {
  const t = useTexts('shell', 'services', 'users', 'vehicle-form', 'bulk-upload', 'find')
  const { can, user } = useSession()
  const mayAddVehicles = useHasFeature('addVehicles') && can('vehicles.edit')
  const context = useSettingsContext()
  const { to, search } = useRecordTarget()
  const record = search ? `${to}?vehicle=${search.vehicle}` : to
  return offered([
    can('history.create') &&
      action('record', t('shell:nav.record'), recordIcon, record, t('find:keywords.record')),
    can('orders.request') &&
      action('book', t('services:schedule'), bookIcon, '/service_request/new', t('find:keywords.book')),
    mayAddVehicles &&
      action(
        'addVehicle',
        t('vehicle-form:title.new'),
        recordIcon,
        '/vehicles/new',
        t('find:keywords.addVehicle'),
      ),
    mayAddVehicles &&
      action(
        'upload',
        t('bulk-upload:title'),
        <UploadFile />,
        '/vehicles?upload=new',
        t('find:keywords.upload'),
      ),
    canAddUser(user, context) &&
      action('addUser', t('users:add'), <PersonAdd />, '/settings/users/new', t('find:keywords.inviteUser')),
    action('entries', t('shell:nav.entries'), <Inbox />, () => openTray(), t('find:keywords.entries')),
  ])
}

function useCompanyActions(): Place[] {
  const t = useTexts('users', 'find')
  const { user } = useSession()
  const keywords = t('find:keywords.inviteUser')
  return offered([
    canAddUser(user, 'fmc') && action('addUser', t('users:add'), <PersonAdd />, '/fmc_users/new', keywords),
  ])
}

/** Appearance, language, shortcuts and sign-out. */
function useAppActions(onShortcuts: () => void): Place[] {
  const t = useTexts('shell', 'find')
  const { languages } = useBrand()
  const { colorScheme, setMode } = useColorScheme()
  const changeLanguage = useChangeLanguage()
  const saveLanguage = useSaveLanguage()
  const other = colorScheme === 'dark' ? 'light' : 'dark'
  const others = languages.filter((language) => language !== currentLanguage())
  return [
    action(
      'scheme',
      t(`find:action.${other}`),
      other === 'dark' ? <DarkMode /> : <LightMode />,
      () => setMode(other),
      t(`find:keywords.${other}`),
    ),
    ...others.map((language) =>
      action(
        `language-${language}`,
        t(`find:action.${language}`),
        <Translate />,
        () => void changeLanguage(language).then((isChanged) => isChanged && saveLanguage(language)),
        t('find:keywords.language'),
      ),
    ),
    action('shortcuts', t('find:action.shortcuts'), <Keyboard />, onShortcuts, t('find:keywords.shortcuts')),
    action('signOut', t('shell:account.signOut'), <Logout />, '/sign_out', t('find:keywords.signOut')),
  ]
}

function action(
  name: string,
  title: string,
  icon: Hit['icon'],
  target: Hit['target'],
  keywords: string,
): Place {
  return { key: `action:${name}`, title, detail: '', icon, target, keywords, isPassing: true }
}

const offered = (places: (Place | false)[]): Place[] => places.filter((place) => place !== false)
