/** Common parts of the pictures that are drawn from the code. `.drawn` in the theme has their colours. */

export const box = { width: 116, height: 38 }

/** A box with its name. @param {{ x: number, y: number }} place of its upper left corner @param {string} name */
export function boxAt({ x, y }, name) {
  const text = `<text x="${x + box.width / 2}" y="${y + box.height / 2 + 5}">${name}</text>`
  return `<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="8"/>${text}`
}

/**
 * Returns an element in one line, in the page's own colours. It scrolls sideways if it is wider than the screen.
 *
 * @param {{ width: number, height: number }} size
 * @param {string} name
 * @param {readonly string[]} said description of the picture for people who do not see it
 * @param {readonly string[]} inside
 */
export function drawing({ width, height }, name, said, inside) {
  const style = `min-width: ${width * 0.8}px; max-width: ${width * 1.2}px`
  return `<div class="drawn" tabindex="0" role="group" aria-label="${name}"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${said.join('; ')}" style="${style}">${inside.join('')}</svg></div>`
}
