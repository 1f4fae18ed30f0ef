import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserName } from '../scripts/browsers.mjs'
import type { Realms } from './page/realms.ts'

/** The findings of a run in one browser, for the table. */

export const artifacts = fileURLToPath(new URL('../.artifacts/browsers/', import.meta.url))

/** The outcome of one test. */
export interface Finding {
  readonly status: 'ran, passed' | 'not in this browser (fallback tested)' | 'driver cannot' | 'FAILED'
  readonly detail?: string | undefined
}

export interface Findings {
  readonly version: string
  readonly realms: Realms
  /** By test name, in the order in which the tests ran. */
  readonly tests: Readonly<Record<string, Finding>>
}

function fileOf(name: BrowserName): string {
  return join(artifacts, `${name}.json`)
}

export function writeFindings(name: BrowserName, findings: Findings): void {
  const file = fileOf(name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(findings, null, 2))
}

/** Undefined if the tests did not run in the browser. */
export function readFindings(name: BrowserName): Findings | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(name), 'utf8')) as Findings
  } catch {
    return undefined
  }
}
