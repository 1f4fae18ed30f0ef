import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { CreateError } from './create-error.ts'
import { person } from './person.test-support.ts'
import { askForFolder, askForTemplate, inTerminal } from './questions.ts'

const anything = () => undefined

it.each([
  ['', 'vanilla'],
  ['3', 'vue'],
  [' Svelte ', 'svelte'],
])('a framework is chosen by its number or name, the first by nothing: "%s"', async (line, name) => {
  const terminal = person(line)
  expect(await inTerminal(terminal, askForTemplate)).toBe(name)
  expect(terminal.shown()).toMatch(
    /1 {2}vanilla .*\n.*2 {2}react .*\n.*3 {2}vue .*\n.*4 {2}svelte .*\n.*5 {2}next /,
  )
})

it('what is no framework is asked for again', async () => {
  const terminal = person('6', 'angular', '0', 'next')
  expect(await inTerminal(terminal, askForTemplate)).toBe('next')
  expect(terminal.shown().match(/A number from 1 to 5, or a name/g)).toHaveLength(3)
})

it('a folder that will not do is asked for again, with what to do about it', async () => {
  const terminal = person('taken', '')
  const check = (folder: string) => {
    if (folder === 'taken') throw new CreateError('folder_not_empty', 'It is full.', 'Take another one.')
  }
  expect(await inTerminal(terminal, (ask) => askForFolder(ask, check))).toBe('my-reader')
  expect(terminal.shown()).toContain('It is full. Take another one.\nFolder')
})

it('another error of the check is no answer', async () => {
  const check = () => {
    throw new Error('the disk is gone')
  }
  await expect(inTerminal(person('x'), (ask) => askForFolder(ask, check))).rejects.toThrowError(
    /the disk is gone/,
  )
})

it('who leaves in the middle is told that nothing was made', async () => {
  const asked = inTerminal(person('my-reader'), async (ask) => {
    await askForFolder(ask, anything)
    return askForTemplate(ask)
  })
  await expect(asked).rejects.toMatchObject({ code: 'cancelled', message: 'Nothing was made.' })
})

it('Ctrl-C leaves, too', async () => {
  const [input, output] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true, columns: 80 })]
  Object.assign(input, { isTTY: true, setRawMode: () => input })
  output.once('data', () => input.write('\u0003'))
  await expect(inTerminal({ input, output }, askForTemplate)).rejects.toMatchObject({ code: 'cancelled' })
})
