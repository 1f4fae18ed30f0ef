import { parseArgs } from 'node:util'
import { CreateError } from './create-error.ts'
import { isTemplateName, templateNames, type TemplateName } from './templates.ts'

/** The parsed command line. Missing values are requested from the person. */
export interface Command {
  readonly folder: string | undefined
  readonly template: TemplateName | undefined
  readonly installs: boolean
}

export const example = 'npm create waraq@latest my-reader -- --template vanilla'

export const usage = `npm create waraq@latest [folder] [-- --template name]

Makes an application that reads offline, and installs what it needs.

  --template, -t name   ${templateNames.join(', ')}
  --no-install          leaves the installing to you
  --help, -h

What is not said is asked for, where there is a terminal.
`

function refuse(message: string): never {
  throw new CreateError('invalid_command', message, `For instance: ${example}`)
}

function templateOf(word: string | undefined): TemplateName | undefined {
  if (word === undefined || isTemplateName(word)) return word
  return refuse(`There is no template "${word}". There are ${templateNames.join(', ')}.`)
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        template: { type: 'string', short: 't' },
        'no-install': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    return refuse((error as Error).message)
  }
}

/**
 * @returns null if only the usage is requested
 * @throws {CreateError} `invalid_command`
 */
export function commandOf(words: readonly string[]): Command | null {
  const { values, positionals } = parsed(words)
  if (values.help) return null
  const [folder, ...more] = positionals
  if (more.length > 0) refuse(`One folder is made, not ${positionals.join(' and ')}.`)
  return { folder, template: templateOf(values.template), installs: !values['no-install'] }
}
