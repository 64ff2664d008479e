import * as z from './zod.ts'

/** Query of a paged list: `page` from 1, `per_page` up to `max` (ruling 1). */
export const pageQuery = (perPage: number, max = 100) => ({
  page: z._default(z.int().check(z.gte(1), z.lte(100_000)), 1),
  per_page: z._default(z.int().check(z.gte(1), z.lte(max)), perPage),
})

/** Fields of a page other than its rows. */
export const pageFields = {
  page: z.int(),
  per_page: z.int(),
  total_pages: z.int(),
  total_count: z.int(),
}
export interface Page {
  page: number
  per_page: number
  total_pages: number
  total_count: number
}

/** Returns the fields of a page, from its query and the total number of rows. */
export function pageOf(query: { page: number; per_page: number }, total_count: number): Page {
  return {
    page: query.page,
    per_page: query.per_page,
    total_count,
    total_pages: Math.ceil(total_count / query.per_page),
  }
}
