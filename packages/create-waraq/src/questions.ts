import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { CreateError } from './create-error.ts'
import { isTemplateName, templateNames, templates, type TemplateName } from './templates.ts'

/**
 * Terminal for the two questions. They use Node's own readline: a person types and sends a line, which works in every
 * terminal and with every screen reader. With a package for prompts, everyone would have to download it before the first
 * question, only to select one of five words with arrow keys.
 */
export interface Terminal {
  readonly input: Readable
  readonly output: Writable
}

/** Shows a text and resolves with the line that is entered. */
type Ask = (text: string) => Promise<string>

/**
 * Asks in a terminal.
 * @throws {CreateError} `cancelled`, by Ctrl-C or Ctrl-D
 */
export async function inTerminal<T>(
  { input, output }: Terminal,
  questions: (ask: Ask) => Promise<T>,
): Promise<T> {
  const lines = createInterface({ input, output })
  const cancelled = new CreateError('cancelled', 'Nothing was made.', 'The same command begins again.')
  // An open question stays without an answer once the terminal is closed.
  const closed = new Promise<never>((_, reject) => lines.once('close', () => reject(cancelled)))
  try {
    return await Promise.race([closed, questions((text) => lines.question(text))])
  } catch (error) {
    const isLeft = error === cancelled || (error as Error).name === 'AbortError'
    // The cursor is behind the question.
    if (isLeft) output.write('\n')
    throw isLeft ? cancelled : error
  } finally {
    closed.catch(() => undefined)
    lines.close()
  }
}

/** @param check throws a `CreateError` if the folder cannot be used; then the question is repeated */
export async function askForFolder(ask: Ask, check: (folder: string) => void): Promise<string> {
  let hint = ''
  for (;;) {
    const folder = (await ask(`${hint}Folder (my-reader): `)).trim() || 'my-reader'
    try {
      check(folder)
      return folder
    } catch (error) {
      if (!(error instanceof CreateError)) throw error
      hint = `${error.message} ${error.remedy}\n`
    }
  }
}

const list = templateNames
  .map((name, at) => `  ${at + 1}  ${name.padEnd(8)} ${templates[name].title}\n`)
  .join('')

/** Parses a name or its number in the list; an empty answer is the first. */
function chosen(answer: string): TemplateName | undefined {
  if (answer === '') return templateNames[0]
  return isTemplateName(answer) ? answer : templateNames[Number(answer) - 1]
}

export async function askForTemplate(ask: Ask): Promise<TemplateName> {
  let hint = list
  for (;;) {
    const template = chosen((await ask(`${hint}Framework (1): `)).trim().toLowerCase())
    if (template) return template
    hint = `A number from 1 to ${templateNames.length}, or a name.\n`
  }
}
