import { looksLikeAddress } from '#domain/core/plain-name.ts'
import { Line } from './fields.ts'
import * as z from './zod.ts'

/** Refuses with `name_address` what looks like an address. For texts that were trimmed and measured. */
export const isPlainName = () => z.refine<string>((name) => !looksLikeAddress(name), 'name_address')

/** Name of a person, fleet, shop, vehicle or department: one line, from 1 to `max` characters, without addresses. */
export const Name = (max: number) => Line(max).check(isPlainName())
