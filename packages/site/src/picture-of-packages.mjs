import { box, boxAt, drawing } from './drawing.mjs'

/**
 * A picture of the packages' dependencies, drawn from their manifests. Packages without dependencies in this repository are
 * at the bottom.
 *
 * @typedef {{ readonly name: string, readonly needs: readonly string[] }} Package
 */

const room = { between: 24, above: 74 }

/** Number of levels between a package and those without dependencies. @param {readonly Package[]} packages */
export function levelsOf(packages) {
  /** @type {Map<string, number>} */
  const levels = new Map()
  /** @param {string} name @returns {number} */
  function level(name) {
    const known = levels.get(name)
    if (known !== undefined) return known
    const needs = packages.find((each) => each.name === name)?.needs ?? []
    const own = needs.length === 0 ? 0 : 1 + Math.max(...needs.map(level))
    levels.set(name, own)
    return own
  }
  for (const { name } of packages) level(name)
  return levels
}

/** Omits needs that another need brings along, so that no line repeats two others. @param {readonly Package[]} packages */
export function directNeeds(packages) {
  const needsOf = (/** @type {string} */ name) => packages.find((each) => each.name === name)?.needs ?? []
  /** @type {(name: string) => readonly string[]} */
  const all = (name) => needsOf(name).flatMap((each) => [each, ...all(each)])
  return packages.flatMap(({ name, needs }) =>
    needs
      .filter((need) => !needs.some((other) => other !== need && all(other).includes(need)))
      .map((need) => ({ from: name, to: need })),
  )
}

/** @param {readonly Package[]} packages @returns {string} an element in one line, in the page's own colours */
export function pictureOfPackages(packages) {
  const levels = levelsOf(packages)
  const top = Math.max(...levels.values())
  const needs = directNeeds(packages)
  /** Each package is below those that need it, as far as there is room, so that few lines cross. @type {Map<string, number>} */
  const sides = new Map()
  /** @type {string[][]} */
  const rows = []
  for (let level = top; level >= 0; level--) {
    const row = packages.map(({ name }) => name).filter((name) => levels.get(name) === level)
    const wishes = new Map(
      row.map((name) => {
        const above = needs.filter(({ to }) => to === name).map(({ from }) => sides.get(from) ?? 0)
        return [name, above.length === 0 ? -1 : above.reduce((sum, side) => sum + side, 0) / above.length]
      }),
    )
    row.sort((one, other) => (wishes.get(one) ?? 0) - (wishes.get(other) ?? 0))
    for (const [at, name] of row.entries()) sides.set(name, at - (row.length - 1) / 2)
    rows[level] = row
  }
  const widthOf = (/** @type {number} */ count) => count * (box.width + room.between) - room.between
  const width = Math.max(...rows.map(({ length }) => widthOf(length))) + 2
  const height = top * room.above + box.height + 2
  /** @param {string} name */
  function placeOf(name) {
    const level = levels.get(name) ?? 0
    const row = rows[level] ?? []
    const x = 1 + (width - 2 - widthOf(row.length)) / 2 + row.indexOf(name) * (box.width + room.between)
    return { x, y: 1 + (top - level) * room.above }
  }
  const lines = needs.map(({ from, to }) => {
    const [a, b] = [placeOf(from), placeOf(to)]
    const [x1, y1, x2, y2] = [a.x + box.width / 2, a.y + box.height, b.x + box.width / 2, b.y]
    const middle = (y1 + y2) / 2
    return `<path d="M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}"/>`
  })
  const boxes = packages.map(({ name }) => boxAt(placeOf(name), name))
  const said = needs.map(({ from, to }) => `${from} needs ${to}`)
  return drawing({ width, height }, 'Packages', said, [...lines, ...boxes])
}
