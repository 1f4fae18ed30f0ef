import { systemClock, type Clock } from '../client/clock.ts'
import type { ContentStore } from '../store/read/content-store.ts'
import { invalidArgument } from './errors.ts'
import type { Question } from './answering/answer.ts'
import { assertSearchable } from './library/searchable.ts'
import type { SearchOptions } from './search.ts'
import type { DatabaseOptions } from './storage/database.ts'

export interface CreateSearchOptions extends Partial<DatabaseOptions> {
  /** Reads the library to search. The application that opened the store closes it, after the search. */
  readonly store: ContentStore
  /** Name of the library. Default `waraq`. */
  readonly name?: string
  readonly clock?: Clock | undefined
}

export interface SearchSettings {
  readonly store: ContentStore
  readonly database: DatabaseOptions
  readonly clock: Clock
}

export function resolveOptions(options: CreateSearchOptions): SearchSettings {
  const { store, name = 'waraq', indexedDB, IDBKeyRange, clock = systemClock } = options
  return { store, database: { name, indexedDB, IDBKeyRange }, clock }
}

const mostHits = 1000

function whole(argument: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw invalidArgument(argument, `is ${value}; give a whole number from ${least} to ${most}`)
}

/** @throws {WaraqError} `invalid_argument` */
export function questionOf(text: string, { limit = 20, offset = 0, resources }: SearchOptions): Question {
  if (typeof text !== 'string') throw invalidArgument('text', 'is no text; give what is searched for')
  if (resources) assertSearchable(resources)
  return {
    text,
    limit: whole('limit', limit, 1, mostHits),
    offset: whole('offset', offset, 0, Number.MAX_SAFE_INTEGER),
  }
}
