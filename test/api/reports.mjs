import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import ts from 'typescript'
import { publishedIn } from '../packed/published.mjs'

/**
 * The API report of each package: every name that each of its entry points gives, with its declaration as built, and every other
 * declaration of the package that these lead to. So a change of a type is seen that no entry point names, but a caller gets. Each
 * declaration stands there once. API Extractor would do the same for one entry a package.
 *
 * @typedef {{ readonly name: string, readonly types: string }} EntryPoint its name as an application imports it, and its built declarations
 */

/**
 * @param {string} home folder of a package, without links
 * @returns {readonly EntryPoint[]} one for each file of declarations
 */
function entryPointsOf(home) {
  /** @type {{ name: string, exports?: Record<string, { types: string }> }} */
  const { name, exports = {} } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  /** @type {Map<string, EntryPoint>} */
  const found = new Map()
  for (const [entry, { types }] of Object.entries(exports))
    if (!found.has(types)) found.set(types, { name: join(name, entry), types: join(home, types) })
  return [...found.values()]
}

/** @param {ts.Node} node @param {ts.SyntaxKind} kind */
const hasModifier = (node, kind) =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((modifier) => modifier.kind === kind)

/** @param {ts.Declaration} declaration the statement that holds it */
const statementOf = (declaration) =>
  ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration

const printer = ts.createPrinter({ removeComments: true })

/**
 * The same nodes in the order of their texts.
 * @template {ts.Node} T @param {readonly T[]} nodes @param {ts.SourceFile} file
 */
const byText = (nodes, file) => {
  const texts = nodes.map(
    (node) => /** @type {const} */ ([printer.printNode(ts.EmitHint.Unspecified, node, file), node]),
  )
  return texts.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, node]) => node)
}

/** @param {ts.TypeElement} member a property of one value, as those of an enumeration's type are */
const hasOneValue = (member) =>
  ts.isPropertySignature(member) && member.type !== undefined && ts.isLiteralTypeNode(member.type)

/**
 * A union, or the type of an enumeration's values, in the order of its members' texts. Where the compiler writes a type out,
 * they stand in the order in which it met them, which differs between a clean build and another one.
 *
 * @param {ts.Node} node @param {ts.SourceFile} file
 */
function inOrder(node, file) {
  if (ts.isUnionTypeNode(node)) return ts.factory.createUnionTypeNode(byText(node.types, file))
  if (ts.isTypeLiteralNode(node) && node.members.every(hasOneValue))
    return ts.factory.createTypeLiteralNode(byText(node.members, file))
  return node
}

/**
 * Without comments, private members and `export`, which says nothing here: the headings do.
 * @param {ts.Node} statement
 */
function printed(statement) {
  /** @type {ts.TransformerFactory<ts.Node>} */
  const trim = (context) => (root) => {
    /** @param {ts.Node} node @returns {ts.Node | undefined} */
    const visit = (node) => {
      if (node.kind === ts.SyntaxKind.ExportKeyword || node.kind === ts.SyntaxKind.DeclareKeyword)
        return undefined
      if (ts.isClassElement(node)) {
        const isHidden = node.name !== undefined && ts.isPrivateIdentifier(node.name)
        if (isHidden || hasModifier(node, ts.SyntaxKind.PrivateKeyword)) return undefined
      }
      return inOrder(ts.visitEachChild(node, visit, context), statement.getSourceFile())
    }
    return ts.visitEachChild(root, visit, context)
  }
  const { transformed } = ts.transform(statement, [trim])
  return printer.printNode(ts.EmitHint.Unspecified, transformed[0] ?? statement, statement.getSourceFile())
}

/** Types that the compiler writes out for tables and schemas go on for pages; a digest tells that one changed. */
const longest = 4000

/** @param {ts.Node} statement */
function shown(statement) {
  const text = printed(statement)
  if (!ts.isVariableStatement(statement) || text.length <= longest) return text
  const names = statement.declarationList.declarations.map(({ name }) => name.getText())
  // Of its words without their order, which differs as that of unions does.
  const words = text
    .split(/[\s;,|]+/)
    .sort()
    .join(' ')
  const digest = createHash('sha256').update(words).digest('hex').slice(0, 16)
  return `const ${names.join(', ')} // ${text.length} characters with the digest ${digest}`
}

/** @param {string} file of another package, or of the language */
const ownerOf = (file) =>
  /.*[/\\](?:node_modules|packages)[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/.exec(file)?.[1]?.replaceAll(sep, '/') ??
  file

/** @typedef {{ readonly name: string, readonly text: string }} Entry */

/** @param {readonly Entry[]} entries */
const sorted = (entries) => entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ text }) => text)

/**
 * @param {string} home
 * @param {readonly EntryPoint[]} entryPoints
 * @param {ts.Program} program
 * @returns {string} Markdown, not formatted yet
 */
function reportOf(home, entryPoints, program) {
  const checker = program.getTypeChecker()
  /** @param {ts.Symbol} symbol */
  const resolved = (symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  /** @param {ts.Symbol} symbol */
  const declarationsOf = (symbol) => symbol.declarations ?? []
  /** @param {ts.Declaration} declaration */
  const isOurs = (declaration) => declaration.getSourceFile().fileName.startsWith(join(home, 'dist'))

  /** What is given, with the entry point that has its declaration. @type {Map<ts.Symbol, string>} */
  const given = new Map()
  /** @param {EntryPoint} entryPoint @returns {readonly Entry[]} */
  const exportedBy = ({ name, types }) => {
    const source = program.getSourceFile(types)
    if (source === undefined) throw new Error(`${relative('', types)} is missing: pnpm build:packages`)
    const module = checker.getSymbolAtLocation(source)
    return (module ? checker.getExportsOfModule(module) : []).map((symbol) => {
      const meant = resolved(symbol)
      const declarations = declarationsOf(meant)
      const [first] = declarations
      const as = meant.name === symbol.name ? symbol.name : `${meant.name} as ${symbol.name}`
      const owner = given.get(meant)
      if (owner) return { name: symbol.name, text: `export { ${as} } // of ${owner}` }
      given.set(meant, name)
      const lines = declarations.filter(isOurs).map((declaration) => shown(statementOf(declaration)))
      if (first && lines.length === 0)
        lines.push(`export { ${symbol.name} } // of ${ownerOf(first.getSourceFile().fileName)}`)
      else if (meant.name !== symbol.name) lines.push(`export { ${as} }`)
      return { name: symbol.name, text: lines.join('\n') }
    })
  }
  const sections = entryPoints.map((entryPoint) => ({ ...entryPoint, exported: exportedBy(entryPoint) }))

  /** @type {Map<ts.Symbol, Entry>} */
  const reached = new Map()
  /** @param {ts.Node} node */
  const follow = (node) => {
    if (ts.isIdentifier(node)) {
      const symbol = checker.getSymbolAtLocation(node)
      if (symbol) reach(resolved(symbol))
    }
    ts.forEachChild(node, follow)
  }
  /** @param {ts.Symbol} symbol */
  const reach = (symbol) => {
    if (given.has(symbol) || reached.has(symbol)) return
    const statements = declarationsOf(symbol)
      .filter(isOurs)
      .map(statementOf)
      .filter(({ parent }) => parent !== undefined && ts.isSourceFile(parent))
    if (statements.length === 0) return
    reached.set(symbol, { name: symbol.name, text: statements.map(shown).join('\n') })
    statements.forEach(follow)
  }
  for (const symbol of given.keys()) declarationsOf(symbol).filter(isOurs).map(statementOf).forEach(follow)

  const block = (/** @type {readonly Entry[]} */ entries) =>
    `\`\`\`ts\n${sorted(entries).join('\n\n')}\n\`\`\``
  const parts = [`# API of ${entryPoints[0]?.name}`, 'Written by `pnpm api --write`.']
  for (const { name, exported } of sections)
    parts.push(
      `## ${name}`,
      exported.length > 0 ? block(exported) : 'Exports nothing: import it for its effect.',
    )
  if (reached.size > 0) parts.push(`## Types that these lead to`, block([...reached.values()]))
  return parts.join('\n\n')
}

/**
 * @param {string} packages the folder of the packages, built
 * @returns {ReadonlyMap<string, string>} what each report has to say, by its path
 */
export function apiReports(packages) {
  const published = publishedIn(packages).flatMap((folder) => {
    const home = ts.sys.realpath?.(join(packages, folder)) ?? join(packages, folder)
    const entryPoints = entryPointsOf(home)
    // A package may be a command only.
    return entryPoints.length > 0 ? [{ report: join(packages, folder, 'API.md'), home, entryPoints }] : []
  })
  const program = ts.createProgram(
    published.flatMap(({ entryPoints }) => entryPoints.map(({ types }) => types)),
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      noEmit: true,
      // What the language and its surroundings have is no part of a report.
      noLib: true,
      types: [],
    },
  )
  return new Map(
    published.map(({ report, home, entryPoints }) => [report, reportOf(home, entryPoints, program)]),
  )
}
