import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './sources.ts'

/** Codes of errors as they stand in sources and documents. */

export type Repeat = 'passing' | 'lasting' | 'varying'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const parse = (text: string) => ts.createSourceFile('source.tsx', text, ts.ScriptTarget.ESNext, true)

function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node
  for (const child of node.getChildren()) yield* nodesOf(child)
}

/** The list of codes, with what it says of each: whether a repeat may help. */
export function listedCodes(): Map<string, Repeat> {
  const file = parse(read('packages/protocol/src/error-codes.ts'))
  return new Map(
    file.statements.filter(ts.isTypeAliasDeclaration).flatMap((alias) => {
      const [repeat] = /^(passing|lasting|varying)(?=In)/i.exec(alias.name.text) ?? []
      const literals = [...nodesOf(alias.type)].filter(ts.isStringLiteral).map(({ text }) => text)
      return repeat ? literals.map((code) => [code, repeat.toLowerCase() as Repeat] as const) : []
    }),
  )
}

const literalsIn = (node: ts.Node) => [...nodesOf(node)].filter(ts.isStringLiteral).map(({ text }) => text)
const isNamed = (node: ts.Node, pattern: RegExp) => pattern.test(node.getText().split('.').at(-1)!)
const codeNames = /^(code|errorCode)$/

/** Codes that a source gives to errors, or takes them by: as the property `code`, or in a comparison with it. */
export function codesUsed(text: string): string[] {
  return [...nodesOf(parse(text))].flatMap((node) => {
    if (ts.isPropertyAssignment(node) && isNamed(node.name, codeNames)) {
      const { initializer: value } = node
      return ts.isConditionalExpression(value)
        ? [...literalsIn(value.whenTrue), ...literalsIn(value.whenFalse)]
        : ts.isStringLiteral(value)
          ? [value.text]
          : []
    }
    if (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText())) {
      const { left, right } = node
      return !ts.isTypeOfExpression(left) && isNamed(left, codeNames) && ts.isStringLiteral(right)
        ? [right.text]
        : []
    }
    return []
  })
}

/** Codes that a source may give to an error: as the property `code`, through a function that makes one, or by a table of them. */
export function codesMade(text: string): string[] {
  return [...nodesOf(parse(text))].flatMap((node) => {
    if (ts.isPropertyAssignment(node) && isNamed(node.name, /^code$/)) return literalsIn(node.initializer)
    if (ts.isCallExpression(node) && !isNamed(node.expression, /^(has|includes|startsWith)$/))
      return node.arguments.filter(ts.isStringLiteral).map((argument) => argument.text)
    if (ts.isSatisfiesExpression(node) && node.type.getText().includes('ErrorCode'))
      return ts.isObjectLiteralExpression(node.expression)
        ? node.expression.properties.map((property) => property.name!.getText())
        : []
    return []
  })
}

/** Codes that the comments of a source say it throws. */
export function codesPromised(text: string): string[] {
  return [...text.matchAll(/@throws \{WaraqError\}([^\n]*(?:\n \*  [^\n]*)*)/g)].flatMap(([, words]) =>
    [...words!.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, code]) => code!),
  )
}

export interface ErrorRow {
  readonly codes: readonly string[]
  readonly cells: readonly string[]
  /** What the column `retryable` says, where there is one. */
  readonly retryable: string | undefined
}

/** Rows of a document's tables of errors: those whose first column is `code` or `error`. */
export function errorRows(document: string): ErrorRow[] {
  const rows: ErrorRow[] = []
  let head: string[] | undefined
  for (const line of read(document).split('\n')) {
    if (!line.startsWith('|')) {
      head = undefined
      continue
    }
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    if (!head) head = cells
    else if (/^(code|error)$/.test(head[0]!) && !/^-+$/.test(cells[0]!)) {
      const codes = [...cells[0]!.matchAll(/`(\w+)`/g)].map(([, code]) => code!)
      rows.push({ codes, cells, retryable: cells[head.indexOf('retryable')] })
    }
  }
  return rows
}
