import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import type { CaseResult } from '../node/results.ts'

export interface Circumstances {
  readonly browser: string
  readonly rounds: number
  readonly began: Date
}

const folder = fileURLToPath(new URL('../../../reports', import.meta.url))

export function writeReport(results: readonly CaseResult[], _circumstances: Circumstances): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(results, null, 2)}\n`)
}
