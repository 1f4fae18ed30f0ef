import type { AnyReport, Finding, Verdict } from './report.ts'

const width = 110
const verdictWidth = 'not seen'.length

/** Breaks a text into lines of that width; a longer word has a line of its own. */
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
  { check, verdict, seen, assumed, from, follows }: Finding,
  label: string,
  checkWidth: number,
): string {
  const sentences = [
    seen,
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
  const verdicts: readonly Verdict[] = ['ok', 'differs', 'failed', 'not seen']
  return verdicts.map((verdict) => `${count(verdict)} ${verdict}`).join(', ')
}

/** What the report is about. */
function subjectOf(report: AnyReport): string {
  if ('client' in report) return report.client
  if ('userRoot' in report)
    return `${report.userRoot}, of one account: ${report.way ?? 'its way is not known'}`
  return report.command === 'doctor'
    ? `${report.contentRoot}, for pages of ${report.origin}`
    : report.contentRoot
}

/** The report for a person: a finding a paragraph. */
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
