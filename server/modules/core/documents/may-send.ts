import { type Actor, isShop, type Party } from '#server/actor.ts'
import { Problem } from '#server/problem.ts'
import type { StoredDocument } from './document.ts'

/** Whether the user may send the file of this document; its vehicle is in the user's sight. A shop may send its order's. */
export type MaySend = (actor: Actor, document: StoredDocument) => boolean

/** 403 `not_allowed`, 410 `gone`. */
export function requireSendable(document: StoredDocument, party: Party, maySend: MaySend): void {
  if (!isShop(party) && !maySend(party, document)) throw new Problem('not_allowed')
  if (document.is_gone) throw new Problem('gone', { detail: 'The document was deleted.' })
}
