import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allBrowsers, type BrowserName } from '../scripts/browsers.mjs'
import { writeSupport } from '../release/support.mjs'
import { artifacts, readFindings, type Finding, type Findings } from './findings.ts'

/** Removes the findings of earlier runs at the start, and combines the findings of all browsers at the end. */
export default function collectFindings(): () => void {
  rmSync(artifacts, { recursive: true, force: true })
  mkdirSync(artifacts, { recursive: true })
  return () => {
    const table = tableOf(allBrowsers.map(readColumn))
    writeFileSync(join(artifacts, '../browsers.md'), table)
    if (process.env['WARAQ_WRITE']) writeSupport('browsers', table)
  }
}

interface Column {
  readonly name: BrowserName
  readonly found: Findings | undefined
}

function readColumn(name: BrowserName): Column {
  return { name, found: readFindings(name) }
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

function section(columns: readonly Column[], first: string, rows: readonly string[], cell: Cell): string[] {
  const heads = columns.map(({ name, found }) => `${name} ${found?.version ?? ''}`.trim())
  // Rows with the same cells share a line, the first of them in its place.
  const namesOfCells = new Map<string, readonly [cells: readonly string[], names: string[]]>()
  for (const each of rows) {
    const cells = columns.map(({ found }) => (found ? cell(found, each) : 'NOT RUN'))
    const key = JSON.stringify(cells)
    const [, names] = namesOfCells.get(key) ?? [cells, []]
    namesOfCells.set(key, [cells, [...names, each]])
  }
  return [
    row([first, ...heads]),
    row(['---', ...heads.map(() => '---')]),
    ...[...namesOfCells.values()].map(([cells, names]) => row([names.join('<br>'), ...cells])),
  ]
}

type Cell = (found: Findings, of: string) => string

/** All names. Each comes after the names that it follows in the browser that has it. */
function namesOf(columns: readonly Column[], read: (found: Findings) => readonly string[]): string[] {
  return [...new Set(columns.flatMap(({ found }) => (found ? read(found) : [])))]
}

const whereFound: Cell = ({ realms }, feature) => {
  const found = Object.entries(realms).filter(([, features]) => features[feature] === true)
  if (found.length === Object.keys(realms).length) return 'everywhere'
  return found.map(([realm]) => realm).join(', ') || 'no'
}

function words({ status, detail }: Finding): string {
  const outcome = status === 'ran, passed' ? 'passed' : status
  return detail === undefined ? outcome : `${outcome}: ${detail}`
}

const whatCame: Cell = ({ tests }, name) => (tests[name] ? words(tests[name]) : 'not among what ran')

function tableOf(columns: readonly Column[]): string {
  const features = namesOf(columns, ({ realms }) => Object.values(realms).flatMap(Object.keys))
  const tests = namesOf(columns, (found) => Object.keys(found.tests))
  return [
    'Where a feature was found, by use where that is possible. Everywhere: page, worker, service worker, private window.',
    '',
    ...section(columns, 'feature', features, whereFound),
    '',
    ...section(columns, 'test', tests, whatCame),
    '',
  ].join('\n')
}
