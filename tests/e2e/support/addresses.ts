import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/**
 * Returns every URL of the app's route table, read from its source so that new screens are included, with values
 * for its parameters. Throws for a parameter without a value: the caller has to supply it.
 */
export function addressesOfTheApp(values: Record<string, string | number>): string[] {
  const files = globSync('src/app/routes/*.ts', { cwd: root }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  )
  const paths = files.flatMap((text) => [...text.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path))
  if (paths.length < 10) throw new Error('The route table could not be read')
  return paths.map((path) => {
    if (path === '$') return '/nowhere'
    return path.replaceAll(/\$(\w+)/g, (_, name: string) => {
      if (!(name in values)) throw new Error(`The address ${path} has a parameter ${name} without a value`)
      return String(values[name])
    })
  })
}
