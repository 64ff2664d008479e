import type { Actor } from '#server/actor.ts'
import { Problem } from '#server/problem.ts'
import type { StoredDocument } from './document.ts'

/** Whether the actor may send the file of this document; its vehicle is in the actor's sight. */
export type MaySend = (actor: Actor, document: StoredDocument) => boolean

/** 403 `not_allowed`, 410 `gone`. */
export function demandSendable(document: StoredDocument, actor: Actor, maySend: MaySend): void {
  if (!maySend(actor, document)) throw new Problem('not_allowed')
  if (document.is_gone) throw new Problem('gone', { detail: 'The document was deleted.' })
}
