import {
  catalogueAddress,
  chaptersAddress,
  pageAddress,
  snapshotAddress,
  syncAddress,
  type Address,
} from './address.ts'
import { checkCatalogue, checkChapters, checkSyncPage, type Checked } from './answers.ts'
import { readText } from './body.ts'
import { contentConnection } from './content-connection.ts'
import { contentRequest } from './content-request.ts'
import { call, type Reader } from './exchange/call.ts'
import { transportOf } from './exchange/transport.ts'
import { invalidResponseError, notJsonError } from './failures.ts'
import { isJsonType, parseJson } from './json-body.ts'
import type { AddressKind, CallOptions, ContentClient, ContentClientOptions } from './options.ts'
import { readSnapshot } from './snapshot-reading.ts'

type Caller = CallOptions | undefined

/**
 * Creates a client of one content root. It sends nothing until one of its methods is called.
 * @throws {WaraqError} `invalid_option`, `invalid_content_root`, `invalid_relay_address`
 */
export function createContentClient(options: ContentClientOptions): ContentClient {
  const transport = transportOf(options, 3_600_000)
  const connection = contentConnection(options, transport.clock)
  const { root } = connection

  function ask<T>(kind: AddressKind, address: Address, read: Reader<T>, caller: Caller): Promise<T> {
    const request = contentRequest(options, connection, kind, address)
    const { name, shown, check } = request
    const readJson: Reader<T> = async (answer, of) => {
      const { status, contentType } = answer
      if (!isJsonType(contentType)) throw notJsonError(name, status, contentType, shown, check)
      return read(answer, of)
    }
    return call(transport, request, readJson, caller)
  }

  function askFor<T>(
    kind: AddressKind,
    address: Address,
    check: (body: unknown) => Checked<T>,
    caller: Caller,
  ) {
    return ask(kind, address, checkedReader(address.path, check), caller)
  }

  async function askForPage(kind: 'sync' | 'page', address: Address, caller: Caller) {
    const check = (body: unknown) => {
      const checked = checkSyncPage(body)
      // A page whose next address leaves the content root is rejected before the caller stores its changes.
      if ('value' in checked && checked.value.has_more) pageAddress(root, checked.value.next_page_url!)
      return checked
    }
    const { value, bytes, serverTime } = await askFor(kind, address, check, caller)
    return { page: value, bytes, serverTime }
  }

  return {
    sync: async (request, caller) => askForPage('sync', syncAddress(root, request), caller),

    syncPage: async (nextPageUrl, caller) => askForPage('page', pageAddress(root, nextPageUrl), caller),

    snapshot: async (target, read, caller) => {
      const address = snapshotAddress(root, target)
      const outcome = await ask(
        'snapshot',
        address,
        (answer, of) => readSnapshot(answer, address.path, of, read),
        caller,
      )
      if ('readerThrew' in outcome) throw outcome.readerThrew
      return outcome.value
    },

    catalogue: async (kind, caller) => {
      const address = catalogueAddress(root, kind, caller?.language)
      return (await askFor('catalogue', address, (body) => checkCatalogue(body, kind), caller)).value
    },

    chapters: async (caller) =>
      (await askFor('chapters', chaptersAddress(root, caller?.language), checkChapters, caller)).value,
  }
}

interface CheckedAnswer<T> {
  readonly value: T
  readonly bytes: number
  readonly serverTime: number | null
}

/** Reads a JSON body. Rejects if `check` finds issues. */
function checkedReader<T>(path: string, check: (body: unknown) => Checked<T>): Reader<CheckedAnswer<T>> {
  return async ({ body, status, contentType, serverTime }) => {
    const checked = check(parseJson(await readText(body, path), path, status, contentType))
    if ('issues' in checked) throw invalidResponseError(path, status, checked.issues)
    return { value: checked.value, bytes: body.bytes(), serverTime }
  }
}
