import type { Host } from '../host.ts'
import { exitCodeOf, type AnyReport } from './report.ts'
import { reportText } from './report-text.ts'

/** Prints a report, for a person or as JSON. Returns what the command ends with. */
export function showReport(report: AnyReport, json: boolean, { out }: Host): 0 | 1 | 2 {
  out(json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report))
  return exitCodeOf(report)
}
