import { parseArgs } from 'node:util'
import { contentPresets, type ContentPreset } from '../content/selection.ts'
import type { RunningServices, ServicePorts } from './services.ts'

/** The arguments of the command `waraq-sandbox`. */
export interface Command {
  readonly origins: readonly string[]
  readonly ports: Required<ServicePorts>
  readonly content: ContentPreset
  /** A command with its arguments that runs next to the services and ends together with them. Empty: only the services run. */
  readonly beside: readonly string[]
}

const presets = Object.keys(contentPresets) as readonly ContentPreset[]

/** Default origins of Vite, its preview, Next.js and simple file servers. */
const usualPorts = [5173, 4173, 3000, 8080]
const usualOrigins = usualPorts.flatMap((port) => [`http://localhost:${port}`, `http://127.0.0.1:${port}`])

export const usage = `waraq-sandbox: the content service in a box and a token relay for it, on this machine, for development.

  --origin http://localhost:9000   a page that gets tokens, beside those of the usual development servers; repeatable
  --port 4600                      of the service
  --relay-port 8787                of the relay
  --content small                  ${presets.join(', ')}
  -- vite                          a command to run beside both, such as the server of your pages; they end together
`

function portOf(given: string, name: string): number {
  const port = Number(given)
  if (/^\d{1,5}$/.test(given) && port <= 65_535) return port
  throw new Error(`--${name} takes a port from 0, which is a free one, to 65535, not "${given}".`)
}

function originOf(given: string): string {
  if (URL.canParse(given) && new URL(given).origin === given) return given
  throw new Error(`--origin takes scheme, host and port, such as http://localhost:9000, not "${given}".`)
}

function contentOf(given: string): ContentPreset {
  const preset = presets.find((each) => each === given)
  if (preset) return preset
  throw new Error(`--content takes ${presets.join(', ')}, not "${given}".`)
}

/** The arguments before `--`, and the command after it. */
function besideOf(words: readonly string[]) {
  const at = words.indexOf('--')
  if (at < 0) return { own: words, beside: [] }
  if (at === words.length - 1) throw new Error('-- takes a command, such as: waraq-sandbox -- vite')
  return { own: words.slice(0, at), beside: words.slice(at + 1) }
}

/**
 * @returns null if only the usage is requested
 * @throws {Error} whose message says what is wrong with the arguments
 */
export function commandOf(words: readonly string[]): Command | null {
  const { own, beside } = besideOf(words)
  const { values } = parseArgs({
    args: [...own],
    options: {
      origin: { type: 'string', multiple: true, default: [] },
      port: { type: 'string', default: '4600' },
      'relay-port': { type: 'string', default: '8787' },
      content: { type: 'string', default: 'full' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return null
  return {
    origins: [...usualOrigins, ...values.origin.map(originOf)],
    ports: { sandbox: portOf(values.port, 'port'), relay: portOf(values['relay-port'], 'relay-port') },
    content: contentOf(values.content),
    beside,
  }
}

/** The text for the developer: addresses to copy into the application, and how to publish a change. */
export function greeting(
  { contentRoot, recordingsBase, relay, admin }: RunningServices,
  { origins }: Command,
): string {
  const change = { resource: 'translations:20', update: { key: 200_001, text: 'Edited.' } }
  const body = JSON.stringify({ changes: [change] })
  return `The content service in a box, and its token relay. Nothing here is real; both end with this command.

  contentRoot: '${contentRoot}',
  relay: '${relay}',

Recordings with relative addresses are below ${recordingsBase}

Pages at these origins get tokens; --origin adds another:
  ${origins.join('\n  ')}

Publish a change, then sync:
  curl ${admin}/publish -H 'content-type: application/json' -d '${body}'
`
}
