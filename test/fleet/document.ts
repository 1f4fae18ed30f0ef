import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import prettier from 'prettier'

/** The page for those who run a service: its tables are written by the simulation. */

const root = join(import.meta.dirname, '../..')
const path = join(root, 'packages/waraq/SERVICE.md')

/** A table as the page has it. */
export async function tableOf(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<string> {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const text = [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
  const options = await prettier.resolveConfig(path)
  return (await prettier.format(text, { ...options, parser: 'markdown' })).trim()
}

/** The head and the rows of the table below this mark, as lists of cells. */
export function keptRows(mark: string): string[][] {
  const cells = (line: string) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim())
  const [head = '', , ...rows] = keptTable(mark).split('\n')
  return [head, ...rows].map(cells)
}

/** The table below this mark as the page has it; `WARAQ_WRITE=1` writes the given one there first. */
export function keptTable(mark: string, table?: string): string {
  const page = readFileSync(path, 'utf8')
  const between = new RegExp(`(<!-- ${mark} -->\n\n)([^]*?)(\n\n<!-- / -->)`)
  if (!between.test(page)) throw new Error(`${path} has no mark ${mark}.`)
  if (table !== undefined && process.env['WARAQ_WRITE'])
    writeFileSync(
      path,
      page.replace(between, (_, head: string, __, tail: string) => head + table + tail),
    )
  return between.exec(readFileSync(path, 'utf8'))![2]!
}
