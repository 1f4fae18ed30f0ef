import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { apiReports } from '../api/reports.mjs'
import { heldToTheLastRelease } from '../release/gate.mjs'

/**
 * `pnpm api`: whether the entry points of each package give what its report says, `packages/<name>/API.md`, and whether the
 * changesets allow what changed since the last release. `pnpm api --write` writes the reports. Needs a build.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const packages = join(root, 'packages')
const accepts = process.argv.includes('--write')

/** @param {string} path @param {string} text */
const pretty = async (path, text) => format(text, { ...(await resolveConfig(path)), parser: 'markdown' })

/** Each line with what it is a part of, since many types have lines of the same words. @param {string} text */
function linesOf(text) {
  let [section, declaration] = ['', '']
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) section = ` (${line.slice(3)})`
    if (/^\S/.test(line)) declaration = line
    const inside = declaration === line ? '' : `${declaration} ... `
    return /^(\W*|```.*)$/.test(line) ? [] : [`${inside}${line.trim()}${section}`]
  })
}

/** The lines that only one of two texts has. @param {string} before @param {string} after */
function difference(before, after) {
  const [old, now] = [linesOf(before), linesOf(after)]
  const gone = old.filter((line) => !now.includes(line)).map((line) => `  - ${line}`)
  const come = now.filter((line) => !old.includes(line)).map((line) => `  + ${line}`)
  return [...gone, ...come].join('\n') || '  (lines of punctuation, or their order)'
}

const reports = apiReports(packages)
/** @type {string[]} */
const complaints = []
for (const [path, text] of reports) {
  const now = await pretty(path, text)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (before === now) continue
  if (accepts) writeFileSync(path, now)
  else
    complaints.push(`${relative(root, path)} is not what the entry points give:\n${difference(before, now)}`)
}
for (const name of readdirSync(packages)) {
  const path = join(packages, name, 'API.md')
  if (reports.has(path) || !existsSync(path)) continue
  if (accepts) rmSync(path)
  else complaints.push(`${relative(root, path)} is of a package that is not published.`)
}

for (const complaint of complaints) console.error(`${complaint}\n`)
if (complaints.length > 0)
  console.error(
    'The API of a package changed. Where that is meant: pnpm api --write, a changeset (pnpm change), and the report goes with the change.',
  )

const { release, refused } = await heldToTheLastRelease(root)
for (const { entryPoint, name, what, needs } of refused)
  console.error(`${entryPoint}: ${name} is ${what} since ${release}, which needs a ${needs} changeset.`)
if (refused.length > 0)
  console.error(
    'pnpm change writes one. A changed declaration that breaks no caller: "compatible: Name" in a minor one.',
  )
console.log(release ? `Held to ${release}.` : 'No release yet, so no promise to hold to.')
process.exit(complaints.length + refused.length > 0 ? 1 : 0)
