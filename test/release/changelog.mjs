/**
 * The changelog of all packages, which share one version: changesets would write one for each package, most of them saying
 * that another package changed.
 *
 * @typedef {import('./needed-bump.mjs').Changeset} Changeset
 */

/** @param {Changeset} changeset */
const isBreaking = ({ releases }) => releases.some(({ type }) => type === 'major')

/**
 * Breaking changes stand first. A changeset of several paragraphs keeps them.
 *
 * @param {string} changelog
 * @param {string} version
 * @param {readonly Changeset[]} changesets
 */
export function withRelease(changelog, version, changesets) {
  const ordered = [...changesets].sort((one, other) => Number(isBreaking(other)) - Number(isBreaking(one)))
  const entries = ordered.map(({ summary }) => summary.replaceAll(/^compatible: .*\n?/gm, '').trim())
  const section = [`## ${version}`, ...entries.filter(Boolean)].join('\n\n')
  const firstRelease = changelog.search(/^## /m)
  if (firstRelease < 0) return `${changelog.trim()}\n\n${section}\n`
  return `${changelog.slice(0, firstRelease)}${section}\n\n${changelog.slice(firstRelease)}`
}

/** The section of one version, for the page of the release. @param {string} changelog @param {string} version */
export function releaseNotes(changelog, version) {
  const sections = changelog.split(/^## /m)
  const found = sections.find((section) => section.startsWith(`${version}\n`))
  if (found === undefined) throw new Error(`CHANGELOG.md has no section ${version}`)
  return found.slice(version.length).trim()
}
