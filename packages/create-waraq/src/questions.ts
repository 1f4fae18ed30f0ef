import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { CreateError } from './create-error.ts'
import { isTemplateName, templateNames, templates, type TemplateName } from './templates.ts'

/**
 * The two questions, by Node's own readline: a line is typed and sent, which every terminal and every screen reader can do.
 * A package for prompts would be downloaded by everybody before the first question, for arrows over five words.
 */
export interface Terminal {
  readonly input: Readable
  readonly output: Writable
}

/** Shows a text and gives the line that is sent. */
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
  // What was asked stays without an answer once the terminal is closed.
  const closed = new Promise<never>((_, reject) => lines.once('close', () => reject(cancelled)))
  try {
    return await Promise.race([closed, questions((text) => lines.question(text))])
  } catch (error) {
    const isLeft = error === cancelled || (error as Error).name === 'AbortError'
    // The cursor stands behind the question.
    if (isLeft) output.write('\n')
    throw isLeft ? cancelled : error
  } finally {
    closed.catch(() => undefined)
    lines.close()
  }
}

/** @param check throws a `CreateError` where the folder will not do; then the question comes again */
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

/** A name or its number in the list; nothing is the first. */
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
