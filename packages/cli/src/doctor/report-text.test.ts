import { expect, it } from 'vitest'
import { differs, exitCodeOf, failed, untested, ok, type Report, type CheckResult } from './report.ts'
import { reportText } from './report-text.ts'

const reportOf = (results: Readonly<Record<string, CheckResult>>): Report => ({
  tool: '@waraq/cli',
  command: 'doctor',
  version: '1.2.3',
  at: '2026-01-01T00:00:00.000Z',
  contentRoot: 'https://service.example/content',
  origin: 'https://reader.example',
  findings: Object.entries(results).map(([check, result]) => ({ check, assumed: 'It is so.', ...result })),
})

it('a finding a paragraph, in lines that a terminal holds', () => {
  const long = Array.from({ length: 40 }, () => 'word').join(' ')
  const text = reportText(
    reportOf({
      first: ok('As it should be.'),
      second: differs('It is not so.', 'Do something.'),
      third: failed(`${long}.`, 'Look.'),
      fourth: untested('Nothing came.'),
    }),
  )
  expect(text.split('\n')).toEqual([
    'waraq doctor 1.2.3, 2026-01-01T00:00:00.000Z',
    'https://service.example/content, for pages of https://reader.example',
    '',
    'ok        first   As it should be.',
    'differs   second  It is not so.',
    '                  Assumed: It is so.',
    '                  So: Do something.',
    expect.stringMatching(/^failed {4}third {3}word( word)+$/),
    expect.stringMatching(/^ {18}word( word)+$/),
    expect.stringMatching(/^ {18}(word )*word\.$/),
    '                  Next: Look.',
    'untested  fourth  Nothing came.',
    '',
    '4 checks: 1 ok, 1 differs, 1 failed, 1 untested.',
    '',
  ])
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(110)
})

it.each([
  [[ok('')], 0],
  [[ok(''), untested('')], 0],
  [[ok(''), failed('')], 2],
  [[failed(''), differs('', '')], 1],
])('exit code of %j: %i', (results, code) => {
  expect(exitCodeOf(reportOf(Object.fromEntries(results.map((result, index) => [`${index}`, result]))))).toBe(
    code,
  )
})
