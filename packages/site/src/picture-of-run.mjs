import ts from 'typescript'
import { box, boxAt, drawing } from './drawing.mjs'

/**
 * A picture of a run's phases and transitions, read from the table of the state machine.
 *
 * @typedef {{ readonly from: string, readonly event: string, readonly to: readonly string[] }} Way
 * @typedef {{ readonly from: string, readonly to: string, readonly events: readonly string[] }} Arrow
 */

/** Distance between two boxes. */
const between = 52
/** Space next to the boxes for each arrow that passes some of them, and for the words of the outermost arrow. */
const [lane, words] = [60, 84]

/**
 * Returns the transitions of the table `transitions`. A cell that is a function leads to each phase that it, or a function
 * that it uses, sets. Cells that keep the phase, or that are impossible, have no transition.
 *
 * @param {string} source of the machine
 * @returns {{ readonly phases: readonly string[], readonly ways: readonly Way[] }} phases in the order of the table
 */
export function waysOf(source) {
  const file = ts.createSourceFile('machine.ts', source, ts.ScriptTarget.Latest, true)
  /** @type {Map<string, import('typescript').Node>} */
  const named = new Map()
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) named.set(statement.name.text, statement)
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer) named.set(name.text, initializer)
  }
  // An impossible event settles the run. The picture must not show it as possible.
  named.delete('impossible')

  /** @param {import('typescript').Node} node @param {Set<string>} phases @param {Set<string>} seen */
  function gather(node, phases, seen) {
    if (
      ts.isPropertyAssignment(node) &&
      node.name.getText() === 'phase' &&
      ts.isStringLiteral(node.initializer)
    )
      phases.add(node.initializer.text)
    const used = ts.isIdentifier(node) ? named.get(node.text) : undefined
    if (used && ts.isIdentifier(node) && !seen.has(node.text)) {
      seen.add(node.text)
      gather(used, phases, seen)
    }
    ts.forEachChild(node, (child) => gather(child, phases, seen))
  }

  const rows = propertiesOf(named.get('transitions'))
  const ways = rows.flatMap(({ name: from, value }) =>
    propertiesOf(value).map(({ name: event, value: cell }) => {
      /** @type {Set<string>} */
      const phases = new Set()
      gather(cell, phases, new Set())
      return { from, event, to: [...phases] }
    }),
  )
  if (ways.length === 0) throw new Error('The table of a run is not written as it was')
  return { phases: rows.map(({ name }) => name), ways: ways.filter(({ to }) => to.length > 0) }
}

/** @param {import('typescript').Node | undefined} node */
function propertiesOf(node) {
  if (!node || !ts.isObjectLiteralExpression(node)) return []
  return node.properties.flatMap((property) =>
    ts.isPropertyAssignment(property) ? [{ name: property.name.getText(), value: property.initializer }] : [],
  )
}

/** Returns the events that lead to the same phases from every phase. @param {readonly Way[]} ways */
export function commonOf(ways) {
  const froms = new Set(ways.map(({ from }) => from))
  return [...new Set(ways.map(({ event }) => event))].flatMap((event) => {
    const all = ways.filter((way) => way.event === event)
    const [to, ...others] = new Set(all.map((way) => way.to.toSorted().join()))
    return all.length === froms.size && to !== undefined && others.length === 0
      ? [{ event, to: to.split(',') }]
      : []
  })
}

/** @param {readonly Way[]} ways @returns {Arrow[]} one for all events that lead from one phase to the same other phase */
export function arrowsOf(ways) {
  /** @type {Map<string, { from: string, to: string, events: string[] }>} */
  const arrows = new Map()
  for (const { from, event, to } of ways)
    for (const each of to) {
      const arrow = arrows.get(`${from} ${each}`) ?? { from, to: each, events: [] }
      arrows.set(`${from} ${each}`, arrow)
      arrow.events.push(event)
    }
  return [...arrows.values()]
}

/** @param {string} source of the machine @returns {string} a picture in one line, and a sentence */
export function pictureOfRun(source) {
  const { phases, ways } = waysOf(source)
  const common = commonOf(ways)
  const arrows = arrowsOf(ways.filter(({ event }) => common.every((each) => each.event !== event)))
  const placeOf = (/** @type {string} */ phase) => phases.indexOf(phase)
  const passing = (/** @type {(span: number) => boolean} */ isSo) =>
    arrows
      .filter(({ from, to }) => isSo(placeOf(to) - placeOf(from)))
      // Shorter arrows are nearer to the boxes, so that they cross less.
      .toSorted((one, other) => span(one) - span(other))
  const span = (/** @type {Arrow} */ { from, to }) => Math.abs(placeOf(to) - placeOf(from))
  const [down, back, itself] = [passing((by) => by > 1), passing((by) => by < 0), passing((by) => by === 0)]

  const left = words + back.length * lane
  const [middle, right] = [left + box.width / 2, left + box.width]
  // An arrow back to its own phase is nearest to the box, and its words are next to it.
  const beyond = Math.min(1, itself.length)
  const width = right + words + (down.length + beyond) * lane
  const topOf = (/** @type {string} */ phase) => 1 + placeOf(phase) * (box.height + between)
  const height = topOf(phases.at(-1) ?? '') + box.height + 2
  const text = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {readonly string[]} */ events,
    anchor = 'start',
  ) => `<text x="${x}" y="${y}" style="text-anchor: ${anchor}">${events.join(', ')}</text>`
  const path = (/** @type {string} */ d) => `<path d="${d}" marker-end="url(#tip)"/>`

  /** @param {Arrow} arrow @param {number} number @param {1 | -1} side */
  function around({ from, to, events }, number, side) {
    const edge = side === 1 ? right : left
    const reach = (number + 1 + (side === 1 ? beyond : 0)) * lane
    // A curve reaches three quarters of the distance to its control points.
    const far = edge + (side * reach * 4) / 3
    // If several arrows leave or reach a box, each has its own position.
    const y1 = topOf(from) + box.height / 2 + side * (4 + 4 * number)
    const y2 = topOf(to) + box.height / 2 - side * (4 + 4 * number)
    const bend = `C${far} ${y1} ${far} ${y2}`
    return (
      path(`M${edge} ${y1}${bend} ${edge} ${y2}`) +
      text(edge + side * (reach + 4), (y1 + y2) / 2 + 5, events, side === 1 ? 'start' : 'end')
    )
  }
  const drawn = [
    ...arrows
      .filter(({ from, to }) => placeOf(to) - placeOf(from) === 1)
      .map(
        ({ from, to, events }) =>
          path(`M${middle} ${topOf(from) + box.height}V${topOf(to)}`) +
          text(middle + 8, topOf(to) - between / 2 + 5, events),
      ),
    ...down.map((arrow, number) => around(arrow, number, 1)),
    ...back.map((arrow, number) => around(arrow, number, -1)),
    ...itself.map(({ from, events }) => {
      const y = topOf(from) + box.height / 2
      return (
        path(`M${right} ${y - 8}C${right + 34} ${y - 18} ${right + 34} ${y + 18} ${right} ${y + 8}`) +
        text(right + 30, y + 5, events)
      )
    }),
  ]
  const boxes = phases.map((phase) => boxAt({ x: left, y: topOf(phase) }, phase))
  const tip =
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>'
  const said = arrows.map(({ from, to, events }) => `${events.join(', ')}: from ${from} to ${to}`)
  const rest = common.map(({ event, to }) => `\`${event}\` to ${to.join(', ')}`)
  return `${drawing({ width, height }, 'Phases of a run', said, [tip, ...drawn, ...boxes])}

From each phase but the last one, these events lead alike: ${rest.join('; ')}.`
}
