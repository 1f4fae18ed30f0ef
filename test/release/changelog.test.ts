import { expect, it } from 'vitest'
import { releaseNotes, withRelease } from './changelog.mjs'

const changeset = (type: string, summary: string) => ({ summary, releases: [{ type }] })
const empty = '# Changelog\n\nFor users.\n'

it('puts the newest release first, and in it what breaks', () => {
  const first = withRelease(empty, '1.0.0', [changeset('major', 'All of it.')])
  const second = withRelease(first, '2.0.0', [
    changeset('patch', '- One is mended.\n'),
    changeset('major', '- Breaking: another is gone.\n\n  By its successor.'),
    changeset('minor', '- More.\n\ncompatible: Options\n'),
  ])
  expect(second).toBe(
    [
      '# Changelog\n\nFor users.',
      '## 2.0.0',
      '- Breaking: another is gone.\n\n  By its successor.',
      '- One is mended.',
      '- More.',
      '## 1.0.0',
      'All of it.\n',
    ].join('\n\n'),
  )
  expect(releaseNotes(second, '2.0.0')).toMatch(/^- Breaking[^]*- More\.$/)
  expect(releaseNotes(second, '1.0.0')).toBe('All of it.')
  expect(() => releaseNotes(second, '1.0')).toThrow('no section 1.0')
})
