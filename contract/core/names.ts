import { looksLikeLink } from '#domain/core/plain-name.ts'
import { SingleLineText } from './fields.ts'
import * as z from './zod.ts'

/** Rejects texts that look like an address, with `name_address`. For trimmed texts of limited length. */
export const isPlainName = () => z.refine<string>((name) => !looksLikeLink(name), 'name_address')

/** Name of a person, fleet, shop, vehicle or department: one line, from 1 to `max` characters, without addresses. */
export const Name = (max: number) => SingleLineText(max).check(isPlainName())
