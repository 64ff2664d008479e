import module from 'node:module'
import { join } from 'node:path'

/**
 * Caches the compiled form of every file loaded after this, which halves the startup time (after a crash, too). The
 * cache is next to the packages, where write access implies access to the code itself.
 */
export function enableCompileCache() {
  module.enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))
}
