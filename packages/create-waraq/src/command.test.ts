import { expect, it } from 'vitest'
import { commandOf, usage } from './command.ts'
import { templateNames } from './templates.ts'

it('takes a folder and a template, or leaves them to be asked for', () => {
  expect(commandOf(['my-reader', '--template', 'vue'])).toEqual({
    folder: 'my-reader',
    template: 'vue',
    installs: true,
  })
  expect(commandOf(['-t', 'next', '--no-install'])).toEqual({
    folder: undefined,
    template: 'next',
    installs: false,
  })
  expect(commandOf([])).toEqual({ folder: undefined, template: undefined, installs: true })
})

it('--help asks for the usage alone, which has each template', () => {
  expect(commandOf(['my-reader', '--help'])).toBeNull()
  for (const name of templateNames) expect(usage).toContain(name)
})

it.each([
  ['--template angular', /no template "angular"\. There are vanilla, react, vue, svelte, next/],
  ['--template constructor', /no template "constructor"/],
  ['one two', /One folder is made, not one and two/],
  ['--colour red', /Unknown option '--colour'/],
])('%s is refused', (words, message) => {
  expect(() => commandOf(words.split(' '))).toThrowError(message)
  expect(() => commandOf(words.split(' '))).toThrowError(
    expect.objectContaining({
      code: 'invalid_command',
      remedy: expect.stringContaining('--template vanilla'),
    }),
  )
})
