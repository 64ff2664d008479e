import type { ESTree } from 'vite'
import { locationOf, type SourceFile, visit } from './source-files.ts'

/** Attributes whose value is shown or read aloud to users. */
const readAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'cancelLabel',
  'confirmLabel',
  'detail',
  'disabledReason',
  'error',
  'help',
  'helperText',
  'label',
  'message',
  'placeholder',
  'subtitle',
  'title',
])

/** Returns every literal text in JSX that should come from `locales` (OFF-031). */
export function findLiteralText(files: SourceFile[]): string[] {
  return files.flatMap((file) => {
    const found: string[] = []
    const report = (node: { start: number }, text: string) =>
      found.push(`${locationOf(file, node)} literal text '${text.trim()}'`)
    visit(file, {
      JSXText(node) {
        if (hasLetters(node.value)) report(node, node.value)
      },
      JSXElement(node) {
        for (const child of node.children) {
          const text = child.type === 'JSXExpressionContainer' ? literalOf(child.expression) : undefined
          if (text !== undefined) report(child, text)
        }
      },
      JSXAttribute(node) {
        if (node.name.type !== 'JSXIdentifier' || !readAttributes.has(node.name.name)) return
        const { value } = node
        const text = value?.type === 'JSXExpressionContainer' ? literalOf(value.expression) : literalOf(value)
        if (text !== undefined) report(node, text)
      },
    })
    return found
  })
}

type Readable = ESTree.Expression | ESTree.JSXEmptyExpression | ESTree.JSXAttributeValue | null

/** Returns the literal text of an expression, including those in `a ? b : c`, `a && b` and templates. */
function literalOf(node: Readable): string | undefined {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' && hasLetters(node.value) ? node.value : undefined
    case 'TemplateLiteral':
      return node.quasis.map((part) => part.value.raw).find(hasLetters)
    case 'ConditionalExpression':
      return literalOf(node.consequent) ?? literalOf(node.alternate)
    case 'LogicalExpression':
      return literalOf(node.right)
    default:
      return undefined
  }
}

function hasLetters(text: string): boolean {
  return /\p{L}/u.test(text)
}

/**
 * Returns English and French texts in server code that should come from `locales` (OFF-031): a literal under `en` with
 * one under `fr`, and a literal that depends on a comparison with 'fr'.
 */
export function findServerTexts(files: SourceFile[]): string[] {
  return files.flatMap((file) => {
    const found: string[] = []
    const report = (node: { start: number }, text: string) =>
      found.push(`${locationOf(file, node)} literal text '${text}'`)
    visit(file, {
      ObjectExpression(node) {
        const texts = ['en', 'fr'].map((language) => literalOf(valueAt(node, language) ?? null))
        if (texts[0] !== undefined && texts[1] !== undefined) report(node, texts.join(' / '))
      },
      ConditionalExpression(node) {
        const text = literalOf(node.consequent) ?? literalOf(node.alternate)
        if (text !== undefined && isLanguageTest(node.test) && !LOCALE.test(text)) report(node, text)
      },
      IfStatement(node) {
        const text =
          node.consequent.type === 'ReturnStatement' ? literalOf(node.consequent.argument) : undefined
        if (text !== undefined && isLanguageTest(node.test) && !LOCALE.test(text)) report(node, text)
      },
    })
    return found
  })
}

/** Names of languages and locales are no texts. */
const LOCALE = /^(en|fr)(-[A-Z]{2})?$/

function valueAt(node: ESTree.ObjectExpression, key: string): ESTree.Expression | undefined {
  for (const property of node.properties)
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === key)
      return property.value as ESTree.Expression
  return undefined
}

/** Whether a condition compares something with 'fr'. */
const isLanguageTest = (node: ESTree.Expression): boolean =>
  node.type === 'BinaryExpression' &&
  [node.left, node.right].some((side) => side.type === 'Literal' && side.value === 'fr')
