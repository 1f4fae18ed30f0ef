import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { entryPoints } from '../size/entry-points.mjs'
import { measure } from '../size/measure.mjs'

/**
 * `pnpm size`: what each entry point weighs in an application, against its ceilings, and whether the table in SIZES.md
 * says so. `pnpm size --write` writes that table. What was built stays in test/.artifacts/size, to be looked into.
 *
 * @typedef {import('../size/entry-points.mjs').Door} Door
 * @typedef {import('../size/measure.mjs').Sizes} Sizes
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const document = join(root, 'SIZES.md')
const [begin, end] = ['<!-- sizes: written by `pnpm size --write` -->', '<!-- end of sizes -->']

/** A measured figure of the table may be one of its last digit away: what compressors give differs by a few bytes. */
const tolerance = 0.1

/** @param {number} bytes */
const kB = (bytes) => (bytes / 1000).toFixed(1)

/** @param {readonly { entryPoint: Door, sizes: Sizes }[]} measured */
function tableOf(measured) {
  const lines = measured.map(({ entryPoint: { name, ceilings }, sizes: { ours, whole, later } }) =>
    [
      '',
      name,
      `${kB(ours)} of ${kB(ceilings.ours)}`,
      `${kB(whole)} of ${kB(ceilings.whole)}`,
      later === 0 ? '' : kB(later),
      '',
    ].join(' | '),
  )
  const head = [
    '| what is imported | ours | with all it needs | later, if ever |',
    '| --- | --- | --- | --- |',
  ]
  return [...head, ...lines.map((line) => line.trim())].join('\n')
}

/** The document before, in and after the block. */
function partsOf() {
  const text = readFileSync(document, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${document} has no block between ${begin} and ${end}`)
  const inner = from + begin.length
  return { before: text.slice(0, inner), table: text.slice(inner, to), after: text.slice(to) }
}

/** @param {string} table */
const pretty = async (table) =>
  `\n\n${(await format(table, { ...(await resolveConfig(document)), parser: 'markdown' })).trim()}\n\n`

/** The measured figures, without the ceilings beside them. */
const figure = /(?<!of )\b\d+\.\d/g

/**
 * Whether two tables say the same but for rounding.
 * @param {string} one
 * @param {string} other
 */
function agree(one, other) {
  const words = [one, other].map((table) => table.replace(figure, '').replace(/[\s-]+/g, ''))
  const [figures = [], others = []] = [one, other].map((table) => (table.match(figure) ?? []).map(Number))
  return (
    words[0] === words[1] &&
    figures.every((value, index) => Math.abs(value - (others[index] ?? 0)) < tolerance * 1.5)
  )
}

const measured = []
for (const entryPoint of entryPoints) measured.push({ entryPoint, sizes: await measure(entryPoint) })

let failed = false
for (const { entryPoint, sizes } of measured)
  for (const kind of /** @type {const} */ (['ours', 'whole'])) {
    const [bytes, ceiling] = [sizes[kind], entryPoint.ceilings[kind]]
    const over = bytes > ceiling
    failed ||= over
    const room = `${((ceiling / bytes - 1) * 100).toFixed(1)} % of room`
    const verdict = over ? `TOO LARGE by ${bytes - ceiling}` : room
    console.log(`${entryPoint.folder} (${kind}): ${bytes} of ${ceiling} bytes, ${verdict}`)
  }
if (failed)
  console.error('Look at what grew in test/.artifacts/size; ceilings are in test/size/entry-points.mjs.')

const table = await pretty(tableOf(measured))
const { before, table: written, after } = partsOf()
if (process.argv.includes('--write')) writeFileSync(document, before + table + after)
else if (!agree(written, table)) {
  console.error(`The table in ${document} is not what was measured: pnpm size --write`)
  failed = true
}
process.exit(failed ? 1 : 0)
