import { partnersService } from '#server/modules/access/partners/partners.service.ts'
import { lockoutNotice } from '#server/modules/access/sign-ins/lockout-notice.ts'
import type { Core } from './core.ts'

/** Composes partners' keys and the notices of lockouts. The other use cases of access are functions. */
export function composeAccess({ config, db, mail, brands, originOf }: Core) {
  return {
    lockoutNotice: lockoutNotice({ db, mail, brands, originOf }),
    partners: partnersService({ db, partners: config.partners }),
  }
}
