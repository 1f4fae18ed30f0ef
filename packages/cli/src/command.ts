import { parseArgs } from 'node:util'
import { canonicalFilter, WaraqError } from '@waraq/protocol'
import type { Addresses } from './service/environment.ts'

/** The service that a command uses, and the output format. */
interface Common {
  readonly sandbox: boolean
  readonly addresses: Addresses
  readonly json: boolean
}

export interface DoctorCommand extends Common {
  readonly name: 'doctor'
  /** Examines an account instead of the content. */
  readonly user: boolean
  readonly origin: string
  readonly watchMs: number
  readonly record: string | undefined
  readonly replay: string | undefined
}

export interface InspectCommand extends Common {
  readonly name: 'inspect'
  /** In canonical form. */
  readonly filter: string
  readonly rounds: number
  readonly intervalMs: number
  readonly compare: boolean
}

export interface ConformServiceCommand extends Common {
  readonly name: 'conform service'
  /** Checks the feed of user data against its rules, with an account. */
  readonly user: boolean
  /** Whether the command may create something in the account and delete it again. */
  readonly mayWrite: boolean
  /** Address to request when the service has to do something. */
  readonly triggers: string | undefined
}

export interface ConformClientCommand {
  readonly name: 'conform client'
  /** Opens the client: the path of a module, or a command and its arguments. */
  readonly client: { readonly module: string } | { readonly command: readonly string[] }
  readonly timeoutMs: number
  readonly json: boolean
}

export type Command = DoctorCommand | InspectCommand | ConformServiceCommand | ConformClientCommand

const common = {
  sandbox: { type: 'boolean', default: false },
  'content-root': { type: 'string' },
  'auth-url': { type: 'string' },
  json: { type: 'boolean', default: false },
} as const

function refuse(message: string): never {
  throw new WaraqError({ code: 'invalid_command', message })
}

function numberOf(given: string, name: string, least: number): number {
  const number = Number(given)
  if (/^\d+(\.\d+)?$/.test(given) && number >= least) return number
  return refuse(`--${name} takes a number from ${least}, not "${given}".`)
}

function originOf(given: string): string {
  if (URL.canParse(given) && new URL(given).origin === given) return given
  return refuse(`--origin takes scheme, host and port, such as http://localhost:9000, not "${given}".`)
}

interface CommonValues {
  readonly sandbox: boolean
  readonly json: boolean
  readonly 'content-root'?: string | undefined
  readonly 'auth-url'?: string | undefined
}

function commonOf(values: CommonValues): Common {
  const { sandbox, json, 'content-root': contentRoot, 'auth-url': authUrl } = values
  if (sandbox && (contentRoot ?? authUrl) !== undefined)
    refuse('--sandbox starts a service of its own: leave the addresses out.')
  return { sandbox, json, addresses: { contentRoot, authUrl } }
}

function doctorOf(args: string[]): DoctorCommand {
  const { values } = parseArgs({
    args,
    options: {
      ...common,
      user: { type: 'boolean', default: false },
      origin: { type: 'string', default: 'http://localhost:5173' },
      watch: { type: 'string', default: '0' },
      record: { type: 'string' },
      replay: { type: 'string' },
    },
  })
  if (values.user && (values.record ?? values.replay) !== undefined)
    refuse('--user records nothing: the answers are what a person keeps.')
  return {
    name: 'doctor',
    user: values.user,
    ...commonOf(values),
    origin: originOf(values.origin),
    watchMs: numberOf(values.watch, 'watch', 0) * 60_000,
    record: values.record,
    replay: values.replay,
  }
}

function inspectOf(args: string[]): InspectCommand {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...common,
      follow: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '0' },
      interval: { type: 'string', default: '15' },
      compare: { type: 'boolean', default: false },
    },
  })
  const [filter] = positionals
  if (filter === undefined || positionals.length > 1) {
    refuse("inspect takes one filter, in quotes: 'translations:20;tafsirs:*'.")
  }
  return {
    name: 'inspect',
    ...commonOf(values),
    filter: canonicalFilter(filter),
    rounds: values.follow ? Infinity : numberOf(values.rounds, 'rounds', 0),
    intervalMs: numberOf(values.interval, 'interval', 1) * 1000,
    compare: values.compare,
  }
}

function conformServiceOf(args: string[]): ConformServiceCommand {
  const { values } = parseArgs({
    args,
    options: {
      ...common,
      user: { type: 'boolean', default: false },
      'may-write': { type: 'boolean', default: false },
      triggers: { type: 'string' },
    },
  })
  const { user, 'may-write': mayWrite, triggers } = values
  if (mayWrite && !user) refuse('--may-write is about an account: give --user, too.')
  if (triggers !== undefined && (user || values.sandbox || !URL.canParse(triggers)))
    refuse('--triggers takes the address that makes a content service do something; the sandbox needs none.')
  return {
    name: 'conform service',
    ...commonOf(values),
    user,
    mayWrite: mayWrite || values.sandbox,
    triggers,
  }
}

function conformClientOf(all: string[]): ConformClientCommand {
  const dashes = all.indexOf('--')
  const [args, command] = dashes < 0 ? [all, []] : [all.slice(0, dashes), all.slice(dashes + 1)]
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: common.json, timeout: { type: 'string', default: '10' } },
  })
  const [module] = positionals
  if (positionals.length + Math.min(1, command.length) !== 1)
    refuse('conform client takes one module that opens your client, ./adapter.mjs, or after -- a command.')
  return {
    name: 'conform client',
    client: module === undefined ? { command } : { module },
    timeoutMs: numberOf(values.timeout, 'timeout', 1) * 1000,
    json: values.json,
  }
}

function conformOf([what, ...args]: string[]): ConformServiceCommand | ConformClientCommand {
  if (what === 'service') return conformServiceOf(args)
  if (what === 'client') return conformClientOf(args)
  return refuse('conform takes one of these: conform service, conform client.')
}

/**
 * Parses the arguments. Returns null if only the usage is requested.
 * @throws {Error} whose message describes what is wrong with the arguments
 */
export function commandOf(words: readonly string[]): Command | null {
  const [name, ...args] = words
  if (words.length === 0 || words.some((word) => word === '--help' || word === '-h')) return null
  if (name === 'doctor') return doctorOf(args)
  if (name === 'inspect') return inspectOf(args)
  if (name === 'conform') return conformOf(args)
  return refuse(`There is no command ${JSON.stringify(name)}: doctor, conform and inspect are there.`)
}
