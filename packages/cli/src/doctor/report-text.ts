import type { Host } from '../host.ts'
import { exitCodeOf, type AnyReport, type Finding, type Verdict } from './report.ts'

const width = 110
const verdictWidth = 'untested'.length

/** Breaks a text into lines of at most `room` characters. A longer word gets its own line. */
function lines(text: string, room: number): string[] {
  const filled: string[] = []
  for (const word of text.split(' ')) {
    const last = filled.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= room)
      filled[filled.length - 1] = `${last} ${word}`
    else filled.push(word)
  }
  return filled
}

function findingText(
  { check, verdict, observed, assumed, from, follows }: Finding,
  label: string,
  checkWidth: number,
): string {
  const sentences = [
    observed,
    ...(verdict === 'differs' ? [`${label}: ${assumed}${from === undefined ? '' : ` (${from})`}`] : []),
    ...(follows === undefined ? [] : [`${verdict === 'differs' ? 'So' : 'Next'}: ${follows}`]),
  ]
  const indent = verdictWidth + checkWidth + 4
  return sentences
    .flatMap((sentence) => lines(sentence, width - indent))
    .map((line, index) => {
      const head =
        index === 0 ? `${verdict.padEnd(verdictWidth)}  ${check.padEnd(checkWidth)}  ` : ' '.repeat(indent)
      return head + line
    })
    .join('\n')
}

function summary(findings: readonly Finding[]): string {
  const count = (verdict: Verdict) => findings.filter((finding) => finding.verdict === verdict).length
  const verdicts: readonly Verdict[] = ['ok', 'differs', 'failed', 'untested']
  return verdicts.map((verdict) => `${count(verdict)} ${verdict}`).join(', ')
}

/** The subject of the report. */
function subjectOf(report: AnyReport): string {
  if ('client' in report) return report.client
  if ('userRoot' in report)
    return `${report.userRoot}, of one account: ${report.transport ?? 'its transport is not known'}`
  return report.command === 'doctor'
    ? `${report.contentRoot}, for pages of ${report.origin}`
    : report.contentRoot
}

/** Formats the report for a person, one paragraph for each finding. */
export function reportText(report: AnyReport): string {
  const { at, version, findings } = report
  const checkWidth = Math.max(...findings.map(({ check }) => check.length))
  const label = report.command === 'doctor' ? 'Assumed' : 'Rule'
  return [
    `waraq ${report.command} ${version}, ${at}`,
    subjectOf(report),
    '',
    ...findings.map((finding) => findingText(finding, label, checkWidth)),
    '',
    `${findings.length} checks: ${summary(findings)}.`,
    '',
  ].join('\n')
}

/** Prints a report, for a person or as JSON. Returns the command's exit code. */
export function showReport(report: AnyReport, json: boolean, { out }: Host): 0 | 1 | 2 {
  out(json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report))
  return exitCodeOf(report)
}
