import {
  resolveDeadlines,
  type Deadlines,
  type LinkDependencies,
  type LinkSettings,
} from '../../link/settings.ts'
import { searchProtocol, type RemoteSearchOptions, type SearchShape } from './protocol.ts'

export interface ConnectSearchOptions extends RemoteSearchOptions, Deadlines {}

/** @throws {WaraqError} `invalid_argument` */
export function resolveConnection(
  { name, freshness, ...deadlines }: ConnectSearchOptions,
  parts: LinkDependencies,
): LinkSettings<SearchShape> {
  return {
    ...parts,
    ...resolveDeadlines(deadlines, searchProtocol.refused),
    protocol: searchProtocol,
    options: { name, freshness },
  }
}
