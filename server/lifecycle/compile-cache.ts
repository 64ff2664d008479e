import module from 'node:module'
import { join } from 'node:path'

/**
 * Keeps the compiled form of every file that is loaded after this, so that a start (after a crash, too) takes half the
 * time. It lies beside the packages, where nobody writes who could not change the code itself.
 */
export function enableCompileCache() {
  module.enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))
}
