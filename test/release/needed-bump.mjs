/**
 * What a change of the API reports asks of the next version, by semantic versioning: a name that goes, or a declaration that
 * changes, is `major`; a name that comes is `minor`.
 *
 * @typedef {'minor' | 'major'} Bump
 * @typedef {{ readonly entryPoint: string, readonly name: string, readonly what: 'gone' | 'changed' | 'come' }} Change
 * @typedef {{ readonly summary: string, readonly releases: readonly { readonly type: string }[] }} Changeset
 */

const blocks = /^```ts\n(.*?)^```/gms
const begins =
  /^(?:(?:export|declare|abstract) )*(?:const|function|class|interface|type|enum|namespace) ([\w$]+)/

/** Line breaks and last commas are the formatter's. @param {string} text */
const withoutLayout = (text) =>
  text
    .replaceAll(/[\s,;]+/g, ' ')
    .replaceAll(/ ?([^\w$ ]) ?/g, '$1')
    .trim()

/**
 * The declarations of a report by name; overloads of a function are one.
 *
 * @param {string} report
 * @returns {Map<string, string>}
 */
function declarationsOf(report) {
  /** @type {Map<string, string>} */
  const found = new Map()
  for (const [, code = ''] of report.matchAll(blocks)) {
    let name = ''
    for (const text of code.split(/\n\n+/)) {
      name = begins.exec(text)?.[1] ?? name
      found.set(name, (found.get(name) ?? '') + withoutLayout(text))
    }
  }
  return found
}

/**
 * @param {ReadonlyMap<string, string>} before reports by the path of their entry point
 * @param {ReadonlyMap<string, string>} now
 * @returns {Change[]}
 */
export function changesBetween(before, now) {
  const entryPoints = [...new Set([...before.keys(), ...now.keys()])].sort()
  return entryPoints.flatMap((entryPoint) => {
    const old = declarationsOf(before.get(entryPoint) ?? '')
    const current = declarationsOf(now.get(entryPoint) ?? '')
    return [...new Set([...old.keys(), ...current.keys()])]
      .filter((name) => old.get(name) !== current.get(name))
      .map((name) => ({
        entryPoint,
        name,
        what: !current.has(name) ? 'gone' : old.has(name) ? 'changed' : 'come',
      }))
  })
}

/**
 * The changes that the pending changesets do not allow, each with what it needs. A declaration may change in a `minor` version
 * where no caller's code stops compiling, such as by one more optional field of what a caller passes in: a changeset
 * says so by a line `compatible: Name`.
 *
 * @param {readonly Change[]} changes
 * @param {readonly Changeset[]} changesets
 * @returns {(Change & { readonly needs: Bump })[]}
 */
export function refusedOf(changes, changesets) {
  const bumps = changesets.flatMap(({ releases }) => releases.map(({ type }) => type))
  if (bumps.includes('major')) return []
  const compatible = changesets.flatMap(({ summary }) =>
    [...summary.matchAll(/^compatible: (.+)$/gm)].map(([, name = '']) => name.trim()),
  )
  const isMinor = bumps.includes('minor')
  /** @param {Change} change @returns {Bump | undefined} */
  const needs = ({ what, name }) => {
    if (what === 'gone' || (what === 'changed' && !compatible.includes(name))) return 'major'
    return isMinor ? undefined : 'minor'
  }
  return changes.flatMap((change) => {
    const needed = needs(change)
    return needed ? [{ ...change, needs: needed }] : []
  })
}
