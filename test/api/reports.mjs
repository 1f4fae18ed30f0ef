import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import ts from 'typescript'
import { publishedIn } from '../packed/published.mjs'

/**
 * The API report of each entry point: every name that it gives, with its declaration as built, and every declaration of the
 * package that these lead to. So a change of a type is seen that no entry point names, but a caller gets. API Extractor would do
 * the same for one entry a package; here are up to eleven.
 *
 * @typedef {object} Door
 * @property {string} name as an application imports it
 * @property {string} types its built declarations
 * @property {string} home folder of its package, without links
 * @property {string} report where its report is kept
 */

/** @param {string} entry such as `./page` */
const fileOf = (entry) => `${entry === '.' ? 'index' : entry.slice(2).replaceAll('/', '-')}.api.md`

/**
 * @param {string} packages the folder of the packages
 * @returns {readonly Door[]} one for each file of declarations
 */
export function entryPointsOf(packages) {
  return publishedIn(packages).flatMap((folder) => {
    const home = ts.sys.realpath?.(join(packages, folder)) ?? join(packages, folder)
    /** @type {{ name: string, exports: Record<string, { types: string }> }} */
    const { name, exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    /** @type {Map<string, Door>} */
    const entryPoints = new Map()
    for (const [entry, { types }] of Object.entries(exports)) {
      const report = join(packages, folder, 'api', fileOf(entry))
      if (!entryPoints.has(types))
        entryPoints.set(types, { name: join(name, entry), types: join(home, types), home, report })
    }
    return [...entryPoints.values()]
  })
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
 * @param {Door} entryPoint
 * @param {ts.Program} program
 * @returns {string} Markdown, not formatted yet
 */
function reportOf({ name, types, home }, program) {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(types)
  if (source === undefined) throw new Error(`${relative('', types)} is missing: pnpm build:packages`)
  const module = checker.getSymbolAtLocation(source)
  /** @param {ts.Symbol} symbol */
  const resolved = (symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  /** @param {ts.Symbol} symbol */
  const declarationsOf = (symbol) => symbol.declarations ?? []
  /** @param {ts.Declaration} declaration */
  const isOurs = (declaration) => declaration.getSourceFile().fileName.startsWith(join(home, 'dist'))

  /** @type {Set<ts.Symbol>} */
  const given = new Set()
  /** @type {Entry[]} */
  const exported = []
  for (const symbol of module ? checker.getExportsOfModule(module) : []) {
    const meant = resolved(symbol)
    given.add(meant)
    const declarations = declarationsOf(meant)
    const lines = declarations.filter(isOurs).map((declaration) => shown(statementOf(declaration)))
    const [first] = declarations
    if (first && lines.length === 0)
      lines.push(`export { ${symbol.name} } // of ${ownerOf(first.getSourceFile().fileName)}`)
    else if (meant.name !== symbol.name) lines.push(`export { ${meant.name} as ${symbol.name} }`)
    exported.push({ name: symbol.name, text: lines.join('\n') })
  }

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
  for (const symbol of given) declarationsOf(symbol).filter(isOurs).map(statementOf).forEach(follow)

  const block = (/** @type {readonly Entry[]} */ entries) =>
    `\`\`\`ts\n${sorted(entries).join('\n\n')}\n\`\`\``
  const parts = [`# ${name}`, 'Written by `pnpm api --write`.']
  parts.push(exported.length > 0 ? block(exported) : 'Gives no names: it is imported for what it does.')
  if (reached.size > 0)
    parts.push('## Not given by name, but by what stands above', block([...reached.values()]))
  return parts.join('\n\n')
}

/**
 * @param {string} packages the folder of the packages, built
 * @returns {ReadonlyMap<string, string>} what each report has to say, by its path
 */
export function apiReports(packages) {
  const entryPoints = entryPointsOf(packages)
  const program = ts.createProgram(
    entryPoints.map(({ types }) => types),
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
  return new Map(entryPoints.map((entryPoint) => [entryPoint.report, reportOf(entryPoint, program)]))
}
