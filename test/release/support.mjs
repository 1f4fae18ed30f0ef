import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/runner.mjs'

const file = join(root, 'test/SUPPORT.md')

/**
 * Puts what a test run found into its part of `test/SUPPORT.md`.
 *
 * @param {'browsers' | 'node'} part
 * @param {string} text
 */
export function writeSupport(part, text) {
  writeFileSync(file, withPart(readFileSync(file, 'utf8'), part, text))
}

/** @param {string} document @param {string} part @param {string} text */
export function withPart(document, part, text) {
  const [begin, end] = [`<!-- ${part} -->`, `<!-- end of ${part} -->`]
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The document has no part ${part}`)
  return `${document.slice(0, from + begin.length)}\n\n${text.trim()}\n\n${document.slice(to)}`
}
