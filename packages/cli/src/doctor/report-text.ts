import type { Finding, Report, UserReport, Verdict } from './report.ts'

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

function findingText({ check, verdict, seen, assumed, follows }: Finding, checkWidth: number): string {
  const sentences = [
    seen,
    ...(verdict === 'differs' ? [`Assumed: ${assumed}`] : []),
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

/** The report for a person: a finding a paragraph. */
export function reportText(report: Report | UserReport): string {
  const { at, version, findings } = report
  const checkWidth = Math.max(...findings.map(({ check }) => check.length))
  return [
    `waraq doctor ${version}, ${at}`,
    'userRoot' in report
      ? `${report.userRoot}, of one account: ${report.way ?? 'its way is not known'}`
      : `${report.contentRoot}, for pages of ${report.origin}`,
    '',
    ...findings.map((finding) => findingText(finding, checkWidth)),
    '',
    `${findings.length} checks: ${summary(findings)}.`,
    '',
  ].join('\n')
}
