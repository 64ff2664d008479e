import { looksLikeLink } from '#domain/core/plain-name.ts'
import { SingleLineText } from './fields.ts'
import * as z from './zod.ts'

/** Refuses with `name_address` what looks like an address. For texts that were trimmed and measured. */
export const isPlainName = () => z.refine<string>((name) => !looksLikeLink(name), 'name_address')

/** Name of a person, fleet, shop, vehicle or department: one line, from 1 to `max` characters, without addresses. */
export const Name = (max: number) => SingleLineText(max).check(isPlainName())
