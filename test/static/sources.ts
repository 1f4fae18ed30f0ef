import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** The sources of packages, their tests, and how much there is in a source to go wrong. Paths are from the root. */

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** All files below a folder, but what is installed or built there. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return [path]
    return ['node_modules', 'dist', '.artifacts'].includes(entry.name) ? [] : filesBelow(path)
  })
}

const filesOf = (folder: string) => filesBelow(folder).filter((path) => /\.tsx?$/.test(path))

export const testsOf = (folder: string) => filesOf(folder).filter((path) => /\.test\.tsx?$/.test(path))

export const sourcesOf = (folder: string) =>
  filesOf(folder).filter((path) => !/\.(test|test-d|test-support|d)\.tsx?$/.test(path))

const forks: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.CatchClause,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
])

export interface Logic {
  /** Lines that run: types, imports, comments and empty lines are none. */
  readonly lines: number
  /** Places where it depends what happens next. */
  readonly decisions: number
  readonly isLogic: boolean
}

const isDeclarative = (statement: ts.Statement) =>
  ts.isImportDeclaration(statement) ||
  ts.isExportDeclaration(statement) ||
  ts.isInterfaceDeclaration(statement) ||
  ts.isTypeAliasDeclaration(statement)

const known = new Map<string, Logic>()

/**
 * Logic is more than fifty lines that run, or ten decisions in fewer. What decides nothing at all is a table, however long:
 * wordings, schemas, lists of routes.
 */
export function logicOf(source: string): Logic {
  const before = known.get(source)
  if (before) return before
  const text = readFileSync(join(root, source), 'utf8')
  const file = ts.createSourceFile(source, text, ts.ScriptTarget.ESNext)
  const running = file.statements.filter((each) => !isDeclarative(each))
  const lines = running
    .flatMap((each) => each.getText(file).split('\n'))
    .filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length
  let decisions = 0
  const visit = (node: ts.Node): void => {
    if (forks.has(node.kind)) decisions++
    ts.forEachChild(node, visit)
  }
  running.forEach(visit)
  const logic = { lines, decisions, isLogic: decisions >= 10 || (decisions > 0 && lines > 50) }
  known.set(source, logic)
  return logic
}
