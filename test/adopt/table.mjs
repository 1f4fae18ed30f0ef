import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { artifacts } from '../scripts/runner.mjs'
import { applications } from './applications.mjs'

/**
 * What a newcomer has to write and to wait for, as the tests found it.
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {string} about
 * @property {number} lines
 * @property {number} installed seconds
 * @property {number} seconds until the first verse is there, or the application passed
 * @property {number} [ofThePage] seconds of these, once the page was opened
 */
const folder = join(artifacts, 'adopt')
const fileOf = (/** @type {string} */ name) => join(folder, `${name}.json`)

/** Begins with nothing of earlier runs. */
export const forgetRows = () => rmSync(folder, { recursive: true, force: true })

/** @param {Row} row */
export function keepRow(row) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(fileOf(row.name), JSON.stringify(row))
}

/** @param {string} name @returns {Row[]} none where the application was not tried, or failed */
function keptRow(name) {
  try {
    return [JSON.parse(readFileSync(fileOf(name), 'utf8'))]
  } catch {
    return []
  }
}

/** @param {Row} row */
function lineOf({ name, about, lines, installed, seconds, ofThePage }) {
  const page = ofThePage === undefined ? '' : `${ofThePage.toFixed(1)} s`
  return `| ${name} | ${about} | ${lines} | ${installed.toFixed(0)} s | ${seconds.toFixed(0)} s | ${page} |`
}

/** The table of what was tried. */
export function table() {
  return [
    '| application | | lines | installed | first verse, or passed | of these the page |',
    '|---|---|---|---|---|---|',
    ...applications.flatMap(({ name }) => keptRow(name)).map(lineOf),
  ].join('\n')
}

/** Puts the table into the document of this folder. */
export function writeTable() {
  const path = fileURLToPath(new URL('README.md', import.meta.url))
  const [before = ''] = readFileSync(path, 'utf8').split('<!-- table')
  const marker = '<!-- table: written by `pnpm try:adopt --write` -->'
  writeFileSync(path, `${before}${marker}\n\n${table()}\n`)
}
