import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CaseResult } from '../node/results.ts'
import { Figures } from './figures.ts'
import { markdown, type Circumstances } from './markdown.ts'
import { drawPlots } from './plots.ts'

const folder = fileURLToPath(new URL('../../../reports', import.meta.url))

/** Writes report.md, report.json and the plots that the report shows. */
export function writeReport(results: readonly CaseResult[], circumstances: Circumstances): void {
  mkdirSync(folder, { recursive: true })
  const plots = drawPlots(new Figures(results))
  for (const { file, svg } of plots) writeFileSync(join(folder, file), svg)
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(join(folder, 'report.md'), markdown(results, plots, circumstances))
  console.log(`reports/report.md, ${plots.length} plots`)
}
