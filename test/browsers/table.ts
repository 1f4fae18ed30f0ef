import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allBrowsers, type BrowserName } from '../scripts/browsers.mjs'
import { writeSupport } from '../release/support.mjs'
import { artifacts, readFindings, type Finding, type Findings } from './findings.ts'

/** Begins with nothing of earlier runs, and at the end puts together what the browsers' tests found. */
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
  return [
    row([first, ...heads]),
    row(['---', ...heads.map(() => '---')]),
    ...rows.map((each) =>
      row([each, ...columns.map(({ found }) => (found ? cell(found, each) : 'NOT RUN'))]),
    ),
  ]
}

type Cell = (found: Findings, of: string) => string

/** All names, each after those that it follows in the browser that has it. */
function namesOf(columns: readonly Column[], read: (found: Findings) => readonly string[]): string[] {
  return [...new Set(columns.flatMap(({ found }) => (found ? read(found) : [])))]
}

const whereFound: Cell = ({ realms }, feature) => {
  const found = Object.entries(realms).filter(([, features]) => features[feature] === true)
  return found.map(([realm]) => realm).join(', ') || 'no'
}

function words({ status, detail }: Finding): string {
  return detail === undefined ? status : `${status}: ${detail}`
}

const whatCame: Cell = ({ tests }, name) => (tests[name] ? words(tests[name]) : 'not among what ran')

function tableOf(columns: readonly Column[]): string {
  const features = namesOf(columns, ({ realms }) => Object.values(realms).flatMap(Object.keys))
  const tests = namesOf(columns, (found) => Object.keys(found.tests))
  return [
    'Where a feature was found, by use where that is possible:',
    '',
    ...section(columns, 'feature', features, whereFound),
    '',
    ...section(columns, 'test', tests, whatCame),
    '',
    ...section(columns, 'time', ['seconds'], ({ seconds }) => String(Math.round(seconds))),
    '',
  ].join('\n')
}
