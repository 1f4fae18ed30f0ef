import ts from 'typescript'
import { rowsOf } from './markdown.mjs'
import { pictureOfPackages } from './picture-of-packages.mjs'
import { pictureOfRun } from './picture-of-run.mjs'

/**
 * Texts that are generated from sources: errors from their list and tables, the status from its types, figures from the
 * benchmark report.
 *
 * @typedef {(path: string) => string} Read
 * @typedef {{ name: string, unit: string, variants: Record<string, { median: number, min: number, max: number } | undefined> }} Figure
 */

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Documents with tables of errors, in display order. */
const documents = [
  'packages/waraq/CLIENT.md',
  'packages/waraq/USER-OPERATIONS.md',
  'packages/waraq/GUIDE.md',
  'packages/waraq/READING.md',
  'packages/waraq/REACT.md',
  'packages/waraq/SEARCH.md',
  'packages/waraq/USER-DATA.md',
  'packages/relay/GUIDE.md',
  'packages/cli/GUIDE.md',
  'packages/protocol/GUIDE.md',
]

const repeats = /** @type {const} */ ({ Passing: 'may help', Lasting: 'does not help', Varying: 'depends' })

/** @param {Read} read */
export function errors(read) {
  const list = read('packages/protocol/src/error-codes.ts')
  /** @type {Map<string, string>} */
  const known = new Map()
  for (const [, kind = '', codes = ''] of list.matchAll(
    /^type (Passing|Lasting|Varying)In\w+ =\n((?: .*\n)+)/gm,
  ))
    for (const [, code = ''] of codes.matchAll(/^ +\| '(\w+)'/gm))
      known.set(code, repeats[/** @type {keyof typeof repeats} */ (kind)])
  if (known.size < 50) throw new Error('The list of error codes is not written as it was')
  const rows = documents.flatMap((document) => {
    const [, name = ''] = /^# (.*)$/m.exec(read(document)) ?? []
    return rowsOf(read(document), 'code').flatMap((cells) => {
      const codes = [...(cells[0] ?? '').matchAll(/`(\w+)`/g)].map(([, code = '']) => code)
      return codes
        .filter((code) => known.has(code))
        .map((code) => ({ code, name, document, when: cells.at(-1) ?? '' }))
    })
  })
  const inOrder = rows.toSorted((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0))
  return `# Errors

Every error is a \`WaraqError\` with a \`code\`, and its message says what happened and what to do. \`retryable\` says whether
a repeat of the same call may help although nothing is changed; \`retryAt\`, where it is there, says when. \`cause\`, \`status\` and
\`details\` have what a program needs to act. What the engine itself does about each is in
[the table of answers](packages/waraq/src/sync/PROTOCOL.md#errors).

${table(
  ['code', 'a repeat', 'of', 'when'],
  inOrder.map(({ code, name, document, when }) => [
    `\`${code}\``,
    known.get(code) ?? '',
    `[${name}](${document})`,
    when,
  ]),
)}
`
}

/** The types that make up a status. */
const statusTypes = [
  ['packages/waraq/src/sync/status/status.ts', 'EngineStatus'],
  ['packages/waraq/src/sync/status/status.ts', 'SubscriptionStatus'],
  ['packages/waraq/src/sync/status/status.ts', 'RefreshStatus'],
  ['packages/waraq/src/sync/status/problem.ts', 'Problem'],
  ['packages/waraq/src/sync/schedule/schedule-status.ts', 'ScheduleStatus'],
  ['packages/waraq/src/sync/space/storage-status.ts', 'StorageStatus'],
  ['packages/waraq/src/sync/tabs/activity.ts', 'Activity'],
  ['packages/waraq/src/store/records.ts', 'LastRun'],
]

/** @param {ts.Node} node */
const comment = (node) =>
  ts
    .getJSDocCommentsAndTags(node)
    .map((each) => ts.getTextOfJSDocComment(each.comment) ?? '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')

/** @param {string} text */
const cell = (text) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')

/** @param {Read} read */
export function status(read) {
  const parts = statusTypes.map(([path = '', name = '']) => {
    const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.ESNext, true)
    const found = file.statements.filter(ts.isInterfaceDeclaration).find((each) => each.name.text === name)
    if (found === undefined) throw new Error(`${path} has no interface ${name}`)
    const rows = found.members.filter(ts.isPropertySignature).map((member) => {
      const optional = member.questionToken ? '?' : ''
      return [
        `\`${member.name.getText()}${optional}\``,
        `\`${cell(member.type?.getText() ?? '')}\``,
        cell(comment(member)),
      ]
    })
    return `## ${name}\n\n${comment(found)}\n\n${table(['field', 'type', 'meaning'], rows)}\n`
  })
  return `# Status

\`engine.status()\` gives the state of the library once, \`engine.watch(listener)\` whenever it changes. It is plain data and the
same in every tab, except \`role\`. Times are milliseconds since the epoch.

\`\`\`ts
engine.watch(({ activity, schedule, storage }) => console.log(activity, schedule, storage))
\`\`\`

${parts.join('\n')}`
}

/** @param {Read} read */
const figures = (read) =>
  /** @type {readonly Figure[]} */ (JSON.parse(read('test/bench/results/report.json')))

/** @param {Read} read @param {string} name */
function medians(read, name) {
  const found = figures(read).find((each) => each.name === name)
  if (found === undefined) throw new Error(`report.json has no figure ${name}`)
  return {
    unit: found.unit,
    // If there is a choice, reads use indexes, and rows are replaced in one transaction.
    of: (/** @type {string} */ variant) =>
      [variant, `${variant}, indexed`, `${variant}, one transaction`]
        .map((name) => found.variants[name]?.median)
        .find((median) => median !== undefined),
  }
}

/** How many times sooner an entire mushaf is readable than with one record for each row. @param {Read} read */
export function timesSooner(read) {
  const load = medians(read, 'first load, 84,000 rows')
  const [raw, ours] = [load.of('RAW'), load.of('waraq')]
  if (raw === undefined || ours === undefined) throw new Error('report.json has no first load of 84,000 rows')
  return (raw / ours).toFixed(1)
}

const shown = [
  'first load, 84,000 rows',
  'first load, 6,236 rows',
  'bytes on disk, 84,000 rows',
  'bytes on disk, 6,236 rows',
  'peak memory of a load, renderer, 84,000 rows',
  'read a verse, cold, 6,236 rows',
  'read chapter 2, cold, 6,236 rows',
  'read all, cold, 6,236 rows',
  'reader while 84,000 rows are replaced: worst',
  'reader while 10,000 row changes come in: worst',
]

const variants = ['waraq', 'RAW', 'Dexie', 'idb', 'SQLite', 'RxDB', 'PouchDB', 'TinyBase']

/** @param {number | undefined} value */
const short = (value) => (value === undefined ? '' : String(Number(value.toPrecision(3))))

/** @param {Read} read */
export function benchmarks(read) {
  const rows = shown.map((name) => {
    const { unit, of } = medians(read, name)
    return [`${name} (${unit})`, ...variants.map((variant) => short(of(variant)))]
  })
  return `# Benchmarks

Medians of the last whole run, less is better. An empty cell was not measured. Ratios within a row count; milliseconds are of one
machine. \`RAW\` is bare IndexedDB with one record a row, written by hand.

${table(['', ...variants], rows)}
`
}

/** The page of packages, in the order in which compilers build them. @param {Read} read */
export function packages(read) {
  const names = [...read('tsconfig.build.json').matchAll(/"packages\/([\w-]+)"/g)].map(
    ([, name = '']) => name,
  )
  const manifests = names.map((name) => {
    /** @type {{ dependencies?: Record<string, string>, peerDependencies?: Record<string, string> }} */
    const { dependencies, peerDependencies } = JSON.parse(read(`packages/${name}/package.json`))
    const needs = Object.keys({ ...dependencies, ...peerDependencies })
      .map((each) => each.replace('@waraq/', ''))
      .filter((each) => names.includes(each))
    return { name, needs }
  })
  return `# Packages

Which package needs which, drawn from their manifests. An application installs those that it imports, and gets what stands below them.

${pictureOfPackages(manifests)}
`
}

/** @param {Read} read */
export function run(read) {
  return `# A run

Read from the state machine's own table: an arrow for what leads from one phase to another.

${pictureOfRun(read('packages/waraq/src/sync/run/machine.ts'))}
`
}
