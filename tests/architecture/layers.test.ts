import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

// Plants violations to verify that the import rules fail, because a check that reads no files passes everything.

const root = join(import.meta.dirname, '../..')
const planted: string[] = []
afterAll(() => {
  for (const folder of planted) rmSync(folder, { recursive: true, force: true })
})

describe('the import rules', () => {
  it.each([
    [
      'client-knows-no-server',
      'src/session/session-store.ts',
      "import { a } from '#server/config/config.ts'",
    ],
    ['sw-shares-only-offline', 'sw/sync.ts', "import { a } from '#src/app/main.tsx'"],
    ['offline-is-worker-safe', 'src/offline/outbox.ts', "import { a } from '#src/i18n/texts.ts'"],
    [
      'ui-has-no-domain',
      'src/ui/form/Field.tsx',
      "import type { A } from '#src/features/access/sign-in/Form.tsx'",
    ],
    ['domain-stands-alone', 'domain/core/limits.ts', "import { a } from '#src/lib/format/format.ts'"],
    [
      'features-below-screens',
      'src/features/home/tray/Tray.tsx',
      "import { a } from '#src/screens/home/Home.tsx'",
    ],
    [
      'area-order-vehicles',
      'src/features/vehicles/list/List.tsx',
      "import { a } from '#src/features/home/tray/Tray.tsx'",
    ],
    [
      'feature-internals',
      'src/features/home/tray/Tray.tsx',
      "import { a } from '#src/features/access/me/parts/Me.tsx'",
    ],
    ['parts-never-query', 'src/features/home/tray/parts/Row.tsx', "import { a } from '#src/api/client.ts'"],
    [
      'own-repository-only',
      'server/modules/a/b/b.service.ts',
      "import { a } from '#server/modules/a/c/c.repository.ts'",
    ],
    ['no-sql-in-services', 'server/modules/a/b/b.service.ts', "import { a } from '#server/db/sql.ts'"],
    ['offline-model', 'src/offline/model/a.ts', "import { a } from '#src/offline/storage/store.ts'"],
    ['offline-queue', 'src/offline/queue/a.ts', "import { a } from '#src/offline/sender/run.ts'"],
    ['offline-sync', 'src/offline/sync/a.ts', "import { a } from '#src/offline/outbox.ts'"],
    ['live-only-in-composition', 'server/app.ts', "import { a } from '#server/integrations/mail/live.ts'"],
  ])('detect a breach of %s', async (rule, path, line) => {
    const target = /'#(.+)'/.exec(line)?.[1] ?? ''
    const output = await cruise({
      [path]: `${line}\nexport const b = 1\nexport type B = typeof a`,
      [target]: 'export const a = 1\nexport type A = 1',
    })
    expect(output).toContain(`error ${rule}: ${path}`)
  })

  it('detect a cycle of types only', async () => {
    const output = await cruise({
      'src/lib/a.ts': "import type { B } from './b.ts'\nexport type A = B",
      'src/lib/b.ts': "import type { A } from './a.ts'\nexport type B = A",
    })
    expect(output).toContain('error no-cycles')
  })

  it('allow the permitted imports', async () => {
    const output = await cruise({
      'src/ui/form/Field.tsx': "import { a } from '#src/lib/format/format.ts'\nexport const b = <p>{a}</p>",
      'src/lib/format/format.ts': 'export const a = 1',
    })
    expect(output).toMatch(/no dependency violations found \(2 modules/)
  })
})

/** Runs the real configuration on a small tree of files and returns its output. */
function cruise(files: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'))
  planted.push(folder)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const link of ['package.json', 'tsconfig.json']) symlinkSync(join(root, link), join(folder, link))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const areas = [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))]
  const args = ['--config', join(root, 'tests/architecture/layers.cjs'), ...areas]
  return new Promise((resolve) => {
    execFile(join(root, 'node_modules/.bin/depcruise'), args, { cwd: folder }, (_, stdout) => resolve(stdout))
  })
}
