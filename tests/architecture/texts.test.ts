import { describe, expect, it } from 'vitest'
import { findLiteralText, findServerTexts } from './literal-text.ts'
import {
  findFrenchTypos,
  findUnequalTexts,
  findUnmatchedKeys,
  findUntypedNouns,
  type Locales,
  readLocales,
} from './locale-rules.ts'
import { parseSource } from './source-files.ts'

const locales = (en: Record<string, string>, fr: Record<string, string>): Locales => ({
  en: new Map(Object.entries(en)),
  fr: new Map(Object.entries(fr)),
})

describe('the rules for texts', () => {
  // OFF-031, BRD-023
  it('find a key that one language lacks and a text that is empty', () => {
    expect(findUnequalTexts(locales({ 'a:b': 'B', 'a:c': 'C' }, { 'a:b': ' ' }))).toEqual([
      'a:b is empty in fr',
      'a:c is missing in fr',
    ])
  })

  it('hold for every message of the app: it has a text in both languages', () => {
    // ERR-009
    expect(findUnequalTexts(readLocales('locales'))).toEqual([])
  })

  it('find texts with different placeholders', () => {
    expect(findUnequalTexts(locales({ 'a:b': 'Up to {{date}}' }, { 'a:b': 'Jusqu’au {{day}}' }))).toEqual([
      'a:b fills in different values: en date, fr day',
    ])
  })

  it('require the plural forms of each language', () => {
    const en = { 'a:n_one': '{{count}} file', 'a:n_other': '{{count}} files' }
    const fr = { 'a:n_one': '{{count}} fichier', 'a:n_other': '{{count}} fichiers' }
    expect(findUnequalTexts(locales(en, fr))).toEqual(['a:n_many is missing in fr'])
    expect(findUnequalTexts(locales(en, { ...fr, 'a:n_many': '{{count}} de fichiers' }))).toEqual([])
  })

  it('do not mistake a name with a plural-like ending for a plural', () => {
    expect(findUnequalTexts(locales({ 'a:too_many': 'Wait' }, { 'a:too_many': 'Attendez' }))).toEqual([])
  })

  it('find unused keys and missing keys', () => {
    const texts = new Map([
      ['a:used', ''],
      ['a:unused', ''],
      ['a:zip', ''],
      ['a:zip_ca', ''],
      ['a:list.one', ''],
    ])
    const source = parseSource('x.tsx', "t('a:used'); t('a:zip', { context }); t(`a:list.${x}`)\nt('a:gone')")
    expect(findUnmatchedKeys(texts, [source])).toEqual([
      'a:unused is used nowhere',
      'x.tsx:2 asks for a:gone, which is missing',
    ])
  })

  // BRD-023
  it('find text that breaks Canadian French typography', () => {
    const wrong = [
      'Nom\u202f: {{name}}',
      '5 Mo au plus',
      'Nom : {{name}}',
      'Sûr ?',
      'Non ; oui',
      "l'atelier",
      '« Oui\u00a0»',
      '66 %',
      'Dites "oui"',
    ]
    const right = [
      'Nom\u00a0: {{name}}',
      'Sûr?',
      'Non; oui',
      'l’atelier',
      '«\u00a0Oui\u00a0»',
      '14:05',
      '5\u00a0Mo',
    ]
    const found = (list: string[]) => findFrenchTypos(new Map(list.map((text) => [text, text])))
    expect(found(wrong)).toHaveLength(wrong.length)
    expect(found(right)).toEqual([])
  })

  it('find a noun whose keys are not typed', () => {
    const ofServer = new Map([['server/a:b', '']])
    expect(
      findUntypedNouns(ofServer, { keysFile: "'../../locales/en/server/a.json'", translateFile: '' }),
    ).toHaveLength(1)
    expect(findUntypedNouns(new Map([['a:b', '']]), { keysFile: '', translateFile: '' })).toHaveLength(1)
    expect(
      findUntypedNouns(new Map([['a:b', '']]), {
        keysFile: "from '../../locales/en/a.json'",
        translateFile: '',
      }),
    ).toEqual([])
  })
})

describe('the rule against literal text', () => {
  const found = (jsx: string) => findLiteralText([parseSource('x.tsx', `const a = (\n${jsx}\n)`)])

  it.each([
    '<p>Save</p>',
    "<p>{'Save'}</p>",
    '<p>{isNew ? "Add" : "Save"}</p>',
    '<button aria-label="Close" />',
    '<Field label={`Save ${name}`} />',
    "<Field help={isOpen && 'Open'} />",
    '<p>Été</p>',
  ])('finds %s', (jsx) => {
    expect(found(jsx)).toHaveLength(1)
    expect(found(jsx)[0]).toMatch(/^x\.tsx:2 literal text/)
  })

  it.each([
    "<p>{t('a:b')}</p>",
    '<p>·</p>',
    '<img alt="" />',
    '<p className="row" key="a" />',
    '<p>{`${a} · ${b}`}</p>',
    '<Field label={t(\'a:b\')} type="email" />',
  ])('passes %s', (jsx) => {
    expect(found(jsx)).toEqual([])
  })
})

describe('the rule against literal text in the server', () => {
  const found = (code: string) => findServerTexts([parseSource('x.ts', `\n${code}`)])

  it.each([
    "const texts = { url: '/', en: 'Vehicles', fr: 'Véhicules' }",
    "const file = `${language === 'fr' ? 'vehicules' : 'vehicles'}.csv`",
    "const word = language !== 'fr' ? ' or ' : ' ou '",
    "function word() { if (language === 'fr') return 'mois' }",
  ])('finds %s', (code) => {
    expect(found(code)).toHaveLength(1)
    expect(found(code)[0]).toMatch(/^x\.ts:2 literal text/)
  })

  it.each([
    'const texts = { en: textsEn, fr: textsFr }',
    "const name = language === 'fr' ? row.name_fr : row.name_en",
    "const name = language === 'fr' ? sql`name_fr` : sql`name_en`",
    "const locale = language === 'fr' ? 'fr-CA' : 'en-US'",
    "const colon = language === 'fr' ? '\u00a0:' : ':'",
    "const text = translate(language, 'server/files:users')",
  ])('passes %s', (code) => {
    expect(found(code)).toEqual([])
  })
})
