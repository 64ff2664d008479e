import type { Role } from '#domain/access/permissions.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Returns the names of the roles in the screen language (USR-027) and their descriptions (USR-030). */
export function useRoleText() {
  const t = useTexts('roles')
  const names: Record<Role, string> = {
    FMC: t('roles:name.fmc'),
    'FMC Fleet Admin': t('roles:name.fmcFleetAdmin'),
    'FMC Fleet Manager': t('roles:name.fmcFleetManager'),
    'Super Admin': t('roles:name.superAdmin'),
    Driver: t('roles:name.driver'),
    Manager: t('roles:name.manager'),
    'Account Owner': t('roles:name.accountOwner'),
    'Fleet Manager': t('roles:name.fleetManager'),
    Owner: t('roles:name.owner'),
    Admin: t('roles:name.admin'),
  }
  const helps: Record<Role, string> = {
    FMC: t('roles:help.fmc'),
    'FMC Fleet Admin': t('roles:help.fmcFleetAdmin'),
    'FMC Fleet Manager': t('roles:help.fmcFleetManager'),
    'Super Admin': t('roles:help.superAdmin'),
    Driver: t('roles:help.driver'),
    Manager: t('roles:help.manager'),
    'Account Owner': t('roles:help.accountOwner'),
    'Fleet Manager': t('roles:help.fleetManager'),
    Owner: t('roles:help.owner'),
    Admin: t('roles:help.admin'),
  }
  return { nameOf: (role: Role) => names[role], helpOf: (role: Role) => helps[role] }
}
