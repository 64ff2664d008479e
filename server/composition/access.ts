import { lockoutNotice } from '#server/modules/access/sign-ins/lockout-notice.ts'
import type { Core } from './core.ts'

/** Composes the notices of lockouts. The other use cases of access are functions. */
export function composeAccess({ db, mail, brands, originOf }: Core) {
  return { lockoutNotice: lockoutNotice({ db, mail, brands, originOf }) }
}
