import { describe, expect, it } from 'vitest'
import { changesBetween, refusedOf } from './needed-bump.mjs'

const report = (...declarations: string[]) =>
  new Map([['reader/index', `# @waraq/reader\n\n\`\`\`ts\n${declarations.join('\n\n')}\n\`\`\`\n`]])

const call = 'function read(a: string): void'
const options = 'interface Options {\n  readonly a?: number\n}'
const changeset = (type: string, summary = 'Reads.') => ({ summary, releases: [{ type }] })

describe('changes between two releases', () => {
  it.each([
    ['nothing', report(call, options), report(options, call), []],
    ['line breaks alone', report(call), report('function read(\n  a: string,\n): void'), []],
    ['a name that goes', report(call, options), report(call), [['Options', 'gone']]],
    ['a name that comes', report(call), report(call, options), [['Options', 'come']]],
    ['another declaration', report(call), report('function read(a: number): void'), [['read', 'changed']]],
    [
      'an overload less',
      report(`${call}\n\n${call.replace('string', 'number')}`),
      report(call),
      [['read', 'changed']],
    ],
    ['an entry point that goes', report(call), new Map<string, string>(), [['read', 'gone']]],
  ])('%s', (_, before, now, expected) => {
    expect(changesBetween(before, now).map(({ name, what }) => [name, what])).toEqual(expected)
  })

  it('sees the types that an entry point gives by another one alone', () => {
    const inner = (type: string) =>
      new Map([
        [
          'a',
          `${report(call).get('reader/index')}\n## Not given by name\n\n\`\`\`ts\ninterface Inner {\n  a: ${type}\n}\n\`\`\`\n`,
        ],
      ])
    expect(changesBetween(inner('1'), inner('2'))).toEqual([
      { entryPoint: 'a', name: 'Inner', what: 'changed' },
    ])
  })
})

describe('what the changesets let through', () => {
  const change = (what: 'gone' | 'changed' | 'come') => ({ entryPoint: 'reader/index', name: 'read', what })
  it.each([
    ['no changeset', 'gone', [], 'major'],
    ['no changeset', 'changed', [], 'major'],
    ['no changeset', 'come', [], 'minor'],
    ['a patch', 'come', [changeset('patch')], 'minor'],
    ['a minor one', 'come', [changeset('minor')], undefined],
    ['a minor one', 'changed', [changeset('minor')], 'major'],
    ['a minor one', 'gone', [changeset('minor', 'compatible: read')], 'major'],
    ['a minor one that names it', 'changed', [changeset('minor', 'More.\n\ncompatible: read')], undefined],
    ['a patch that names it', 'changed', [changeset('patch', 'compatible: read')], 'minor'],
    ['a minor one that names another', 'changed', [changeset('minor', 'compatible: reader')], 'major'],
    ['a major one beside a patch', 'gone', [changeset('patch'), changeset('major')], undefined],
  ] as const)('%s: %s', (_, what, changesets, needs) => {
    expect(refusedOf([change(what)], changesets)).toEqual(needs ? [{ ...change(what), needs }] : [])
  })
})
