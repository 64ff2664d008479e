import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { loadNamespaces } from '#src/i18n/i18n.ts'
import { redirectIfSignedIn, requireFeature, requireShellSession } from '../guards.ts'
import { rootRoute, shellRoute } from './root.ts'
import { USERS_TEXTS, usersSearch } from './users-search.ts'

const getParentRoute = () => rootRoute
type Search = Record<string, string | undefined>

export const signInRoute = createRoute({
  getParentRoute,
  path: '/sign_in',
  validateSearch: ({ redirect, key, error_message, signed_out }: Record<string, string | undefined>) => ({
    ...(redirect && { redirect }),
    ...(key && { key }),
    ...(error_message && { error_message }),
    ...(signed_out && { signed_out }),
  }),
  beforeLoad: redirectIfSignedIn,
  loader: () => loadNamespaces('sign-in', 'errors'),
  component: lazyRouteComponent(() => import('#src/screens/access/sign-in/SignInScreen.tsx'), 'SignInScreen'),
})

export const signOutRoute = createRoute({
  getParentRoute,
  path: '/sign_out',
  loader: () => loadNamespaces('sign-out', 'errors'),
  component: lazyRouteComponent(
    () => import('#src/screens/access/sign-in/SignOutScreen.tsx'),
    'SignOutScreen',
  ),
})

export const forgotPasswordRoute = createRoute({
  getParentRoute,
  path: '/forgot_password',
  loader: () => loadNamespaces('sign-in', 'password', 'errors'),
  component: lazyRouteComponent(
    () => import('#src/screens/access/sign-in/ForgotPasswordScreen.tsx'),
    'ForgotPasswordScreen',
  ),
})

export const resetPasswordRoute = createRoute({
  getParentRoute,
  path: '/reset_password',
  validateSearch: ({ reset_password_token, first }: Record<string, string | undefined>) => ({
    ...(first && { first }),
    ...(reset_password_token && { reset_password_token }),
  }),
  // Removes the token from the address bar at once, where it could be seen or stored. A reload still has it.
  beforeLoad: ({ search: { reset_password_token: resetToken, first } }) => {
    if (resetToken)
      throw redirect({
        to: '/reset_password',
        search: first ? { first } : {},
        state: { resetToken },
        replace: true,
      })
  },
  loader: () => loadNamespaces('sign-in', 'password', 'errors'),
  component: lazyRouteComponent(
    () => import('#src/screens/access/sign-in/ResetPasswordScreen.tsx'),
    'ResetPasswordScreen',
  ),
})

export const signUpRoute = createRoute({
  getParentRoute,
  path: '/sign_up',
  loader: () => loadNamespaces('sign-in', 'sign-up', 'card', 'sign-in-steps', 'errors', 'fields'),
  component: lazyRouteComponent(() => import('#src/screens/access/sign-in/SignUpScreen.tsx'), 'SignUpScreen'),
})

export const shellSignUpRoute = createRoute({
  getParentRoute,
  path: '/shell_sign_up',
  beforeLoad: requireShellSession,
  loader: () => loadNamespaces('sign-in', 'sign-up', 'sign-in-steps', 'errors', 'fields'),
  component: lazyRouteComponent(
    () => import('#src/screens/access/sign-in/ShellSignUpScreen.tsx'),
    'ShellSignUpScreen',
  ),
})

export const privacyPolicyRoute = createRoute({
  getParentRoute,
  path: '/privacy_policy',
  loader: () => loadNamespaces('privacy-policy'),
  component: lazyRouteComponent(
    () => import('#src/screens/access/PrivacyPolicyScreen.tsx'),
    'PrivacyPolicyScreen',
  ),
})

export const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  loader: () => loadNamespaces('password', 'errors'),
  component: lazyRouteComponent(() => import('#src/screens/access/AccountScreen.tsx'), 'AccountScreen'),
})

export const userPreferencesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/user_preferences',
  loader: () => loadNamespaces('preferences', 'sent-reminders', 'password', 'errors'),
  component: lazyRouteComponent(
    () => import('#src/screens/access/UserPreferencesScreen.tsx'),
    'UserPreferencesScreen',
  ),
})

export const sentRemindersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/user_preferences/reminders',
  loader: () => loadNamespaces('sent-reminders', 'errors'),
  component: lazyRouteComponent(
    () => import('#src/screens/access/SentRemindersScreen.tsx'),
    'SentRemindersScreen',
  ),
})

export const membershipCardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/membership_card',
  // BRD-064: one brand has no membership card.
  beforeLoad: requireFeature('membershipCard', '/dashboard'),
  loader: () => loadNamespaces('membership-card', 'vehicles', 'glovebox', 'intervals'),
  component: lazyRouteComponent(
    () => import('#src/screens/access/MembershipCardScreen.tsx'),
    'MembershipCardScreen',
  ),
})

export const rolesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/roles',
  loader: () => loadNamespaces('roles'),
  component: lazyRouteComponent(() => import('#src/screens/access/RolesScreen.tsx'), 'RolesScreen'),
})

const settings = {
  getParentRoute: () => shellRoute,
  validateSearch: ({ tab, provider, fleet, ...list }: Search) => ({
    ...(tab && { tab }),
    ...(provider && { provider }),
    // The fleet that the link of an email names.
    ...(fleet && { fleet }),
    ...usersSearch(list),
  }),
}

export const settingsRoute = createRoute({
  ...settings,
  path: '/settings',
  loader: () => loadNamespaces('settings'),
  component: lazyRouteComponent(
    () => import('#src/screens/access/settings/SettingsScreen.tsx'),
    'SettingsScreen',
  ),
})

export const newUserRoute = createRoute({
  ...settings,
  path: '/settings/users/new',
  loader: () => loadNamespaces('settings', ...USERS_TEXTS),
  component: lazyRouteComponent(() => import('#src/screens/access/users/NewUserScreen.tsx'), 'NewUserScreen'),
})

export const editUserRoute = createRoute({
  ...settings,
  path: '/settings/users/$userId',
  loader: () => loadNamespaces('settings', ...USERS_TEXTS),
  component: lazyRouteComponent(
    () => import('#src/screens/access/users/EditUserScreen.tsx'),
    'EditUserScreen',
  ),
})
