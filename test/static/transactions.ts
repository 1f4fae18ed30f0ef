import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

/**
 * What happens inside a transaction, found by reading the sources. IndexedDB commits a transaction as soon as nothing more
 * is asked of it, so awaiting anything else inside ends it half done; and an error that is caught inside lets the half that
 * worked be committed. A callback that is not async has Dexie take its awaits for those of the next transaction, which then fails.
 */
export interface Problem {
  readonly where: string
  readonly what: string
}

export interface Findings {
  /** Transactions found, as `file:line`. */
  readonly transactions: readonly string[]
  readonly problems: readonly Problem[]
}

/** Calls whose last argument runs inside a transaction. */
const openers = new Set(['write', 'transaction'])
/** Parameters that stand for such an argument. */
const callbacks = new Set(['work'])

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|test-support|test-d)\.ts$/.test(name))
    .map((name) => join(folder, name))
    .sort()
}

function everyNode(root: ts.Node, visit: (node: ts.Node) => void): void {
  visit(root)
  ts.forEachChild(root, (child) => everyNode(child, visit))
}

function isFunction(node: ts.Node | undefined): node is ts.FunctionLikeDeclaration {
  return node !== undefined && ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
}

/** The last name of a callee: `write` of `this.#writer.write`. */
function nameOf(callee: ts.Expression): string | undefined {
  if (ts.isIdentifier(callee)) return callee.text
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined
}

/** Dexie's promises are promises of the database, and follow its transaction; so do those of `store/read-tables.ts`. */
const databasePromises: ReadonlySet<string> = new Set(['PromiseExtended', 'DatabaseAnswer'])

function isDatabasePromise(checker: ts.TypeChecker, node: ts.Expression): boolean {
  return databasePromises.has(checker.getTypeAtLocation(node).symbol?.name)
}

/** Reads all sources below a folder, or below some folders in it. */
export function inspectTransactions(
  root: string,
  options: ts.CompilerOptions,
  folders: readonly string[] = ['.'],
): Findings {
  const paths = folders.flatMap((folder) => sourceFiles(join(root, folder)))
  const program = ts.createProgram(paths, options)
  const checker = program.getTypeChecker()
  const problems: Problem[] = []
  const seen = new Set<ts.Node>()

  const where = (node: ts.Node) => {
    const file = node.getSourceFile()
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    return `${relative(root, file.fileName)}:${line + 1}`
  }
  const report = (node: ts.Node, what: string) =>
    problems.push({ where: where(node), what: `${what}: ${node.getText().split('\n')[0]!.slice(0, 80)}` })

  /** The function that a call calls, where it is one of these sources. */
  const calledBy = (call: ts.CallExpression): ts.FunctionLikeDeclaration | undefined => {
    const symbol = checker.getSymbolAtLocation(call.expression)
    const known = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const declaration = known?.valueDeclaration
    const body = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : declaration
    return isFunction(body) ? body : undefined
  }

  const mayAwait = (node: ts.Expression): boolean => {
    if (isDatabasePromise(checker, node)) return true
    if (!ts.isCallExpression(node)) return false
    if (node.expression.getText() === 'Promise.all') return mayAwaitAll(node.arguments[0])
    return calledBy(node) !== undefined || callbacks.has(nameOf(node.expression) ?? '')
  }

  /** A list of such promises, spread or made by `map`, too. */
  const mayAwaitAll = (list: ts.Expression | undefined): boolean => {
    if (list === undefined) return false
    if (ts.isArrayLiteralExpression(list))
      return list.elements.every((item) =>
        ts.isSpreadElement(item) ? mayAwaitAll(item.expression) : mayAwait(item),
      )
    if (!ts.isCallExpression(list) || nameOf(list.expression) !== 'map') return false
    const [made] = list.arguments
    return made !== undefined && ts.isArrowFunction(made) && !ts.isBlock(made.body) && mayAwait(made.body)
  }

  const inspect = (body: ts.Node): void => {
    if (seen.has(body)) return
    seen.add(body)
    everyNode(body, (node) => {
      if (ts.isAwaitExpression(node) && !mayAwait(node.expression)) report(node, 'awaits something else')
      if (ts.isForOfStatement(node) && node.awaitModifier) report(node, 'awaits something else')
      if (ts.isTryStatement(node)) report(node, 'catches')
      if (!ts.isCallExpression(node)) return
      if (nameOf(node.expression) === 'catch') report(node, 'catches')
      const called = calledBy(node)
      if (called) inspect(called)
    })
  }

  const transactions: ts.Node[] = []
  for (const path of paths) {
    everyNode(program.getSourceFile(path)!, (node) => {
      if (!ts.isCallExpression(node) || !openers.has(nameOf(node.expression) ?? '')) return
      const callback = node.arguments.at(-1)
      if (!isFunction(callback)) return
      transactions.push(callback)
      const isAsync = callback.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
      const isOfDexie = nameOf(node.expression) === 'transaction' && ts.isStringLiteral(node.arguments[0]!)
      if (isOfDexie && !isAsync) report(callback, 'is not async')
    })
  }
  for (const callback of transactions) inspect(callback)
  return { transactions: transactions.map(where), problems }
}
