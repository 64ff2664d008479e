import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locationOf, type SourceFile, visit } from './source-files.ts'

/** Language → 'noun:path.to.key' → text. */
export type Locales = Record<string, Map<string, string>>

export function readLocales(folder: string): Locales {
  const locales: Locales = {}
  for (const file of globSync('*/{,server/}*.json', { cwd: folder })) {
    const [language = '', ...path] = file.split(/[\\/]/)
    const texts = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    locales[language] ??= new Map()
    flatten(texts, `${path.join('/').replace('.json', '')}:`, locales[language])
  }
  return locales
}

function flatten(node: Record<string, unknown>, prefix: string, into: Map<string, string>): void {
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'string') into.set(prefix + key, value)
    else flatten(value as Record<string, unknown>, `${prefix}${key}.`, into)
  }
}

/** Requires the same keys, placeholders and plural forms in all languages, and no empty texts. */
export function findUnequalTexts(locales: Locales): string[] {
  const problems: string[] = []
  const keys = new Set(Object.values(locales).flatMap((texts) => [...texts.keys()]))
  const bases = new Set([...keys].map((key) => withoutPlural(key, keys)))
  const formsOf = Object.entries(locales).map(
    ([language, texts]) => [language, Map.groupBy(texts, ([key]) => withoutPlural(key, keys))] as const,
  )
  for (const base of bases) {
    const slots = new Map<string, string>()
    for (const [language, byBase] of formsOf) {
      const forms = byBase.get(base) ?? []
      if (forms.length === 0) problems.push(`${base} is missing in ${language}`)
      else slots.set(language, slotsOf(forms.map(([, text]) => text)))
      problems.push(...findFormProblems(language, base, forms))
    }
    if (new Set(slots.values()).size > 1) {
      problems.push(
        `${base} fills in different values: ${[...slots].map(([l, s]) => `${l} ${s || 'none'}`).join(', ')}`,
      )
    }
  }
  return problems
}

function findFormProblems(language: string, base: string, forms: [string, string][]): string[] {
  const problems = forms.filter(([, text]) => !text.trim()).map(([key]) => `${key} is empty in ${language}`)
  const has = new Set(forms.map(([key]) => key.slice(base.length + 1)).filter(Boolean))
  if (has.size === 0) return problems
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  for (const form of wanted) {
    if (!has.has(form)) problems.push(`${base}_${form} is missing in ${language}`)
  }
  return problems
}

/** Returns keys that no source uses, and keys used in `t(…)` that no file has. */
export function findUnmatchedKeys(texts: Map<string, string>, files: SourceFile[]): string[] {
  const all = new Set(texts.keys())
  const keys = new Set([...all].map((key) => baseOf(key, all)))
  const nouns = new Set([...keys].map((key) => key.split(':')[0]))
  const { literals, prefixes, usedKeys } = collectKeys(files, nouns)
  const unused = [...keys].filter(
    (key) => !literals.has(key) && ![...prefixes].some((prefix) => key.startsWith(prefix)),
  )
  return [
    ...unused.map((key) => `${key} is used nowhere`),
    ...usedKeys
      .filter(({ key }) => !keys.has(key))
      .map(({ key, place }) => `${place} asks for ${key}, which is missing`),
  ]
}

function collectKeys(files: SourceFile[], nouns: Set<string | undefined>) {
  const literals = new Set<string>()
  const prefixes = new Set<string>()
  const usedKeys: { key: string; place: string }[] = []
  const isKey = (text: string) => /^[a-z/-]+:/.test(text) && nouns.has(text.split(':')[0])
  for (const file of files) {
    visit(file, {
      Literal(node) {
        if (typeof node.value === 'string' && isKey(node.value)) literals.add(node.value)
      },
      TemplateLiteral(node) {
        const start = node.quasis[0]?.value.cooked ?? ''
        if (isKey(start)) (node.expressions.length > 0 ? prefixes : literals).add(start)
      },
      CallExpression(node) {
        const { callee } = node
        const name = callee.type === 'Identifier' ? callee.name : undefined
        const [first, second] = node.arguments
        // A group is used as a whole.
        if (name === 'translateGroup' && second?.type === 'Literal') prefixes.add(`${second.value}.`)
        if (name !== 't' || first?.type !== 'Literal' || typeof first.value !== 'string') return
        usedKeys.push({ key: first.value, place: locationOf(file, node) })
      },
    })
  }
  return { literals, prefixes, usedKeys }
}

/** Each noun's file must be listed where its keys are typed: those of the server in translate.ts, others in keys.ts. */
export function findUntypedNouns(
  texts: Map<string, string>,
  { keysFile, translateFile }: { keysFile: string; translateFile: string },
): string[] {
  const nouns = new Set([...texts.keys()].map((key) => key.split(':')[0] ?? ''))
  return [...nouns].flatMap((noun) => {
    const isServer = noun.startsWith('server/')
    const isNamed = (isServer ? translateFile : keysFile).includes(`locales/en/${noun}.json`)
    const typing = isServer ? 'server/texts/translate.ts' : 'src/i18n/keys.ts'
    return isNamed ? [] : [`${typing} does not name locales/en/${noun}.json`]
  })
}

const frenchRules: [RegExp, string][] = [
  [/ [:»%]|« /, 'a plain space where one that does not break belongs (U+00A0 before : » % and after «)'],
  [/\u202f/, 'a narrow no-break space, where all other texts have U+00A0'],
  [/\d (?:Mo|ko|Go|km|h)\b/, 'a plain space between a number and its unit (U+00A0)'],
  [/\s[?!;]/, 'a space before ? ! or ;, which Canadian French writes without'],
  [/\p{L}'\p{L}/u, 'a straight apostrophe in place of ’'],
  [/"/, 'straight quotation marks in place of « »'],
]

/** Returns texts that break Canadian French typography (OQLF). */
export function findFrenchTypos(texts: Map<string, string>): string[] {
  return [...texts].flatMap(([key, text]) =>
    frenchRules.filter(([pattern]) => pattern.test(text)).map(([, fault]) => `${key} in fr has ${fault}`),
  )
}

/** Strips the plural suffix of a key. 'too_many' is unchanged, because 'too_other' does not exist. */
function withoutPlural(key: string, keys: Set<string>): string {
  const base = key.replace(/_(zero|one|two|few|many|other)$/, '')
  return keys.has(`${base}_other`) ? base : key
}

/** Strips plural suffix and context, such as a country, from a key, as sources use it. */
function baseOf(key: string, keys: Set<string>): string {
  const singular = withoutPlural(key, keys)
  const base = singular.replace(/_(ca|us|order|cancel|book)$/, '')
  return keys.has(base) || keys.has(`${base}_other`) ? base : singular
}

function slotsOf(texts: string[]): string {
  const names = texts.flatMap((text) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]))
  return [...new Set(names)].sort().join(' ')
}
