import type { Config } from './config.ts'
import type { Database } from './db/database.ts'

/** What the server is given when it starts; everything else is made from it here. */
export interface Ground {
  config: Config
  db: Database
}

/** The composition root: the only place that constructs services and repositories, and that chooses live or local. */
export function compose(ground: Ground) {
  return {
    config: ground.config,
    db: ground.db,
  }
}
export type Services = ReturnType<typeof compose>
