import { isAbort, isWaraqError } from '@waraq/contract'
import { linkedController, throwIfAborted } from './abort.ts'
import { catalogueAddress, chaptersAddress, pageAddress, snapshotAddress, syncAddress } from './address.ts'
import { checkCatalogue, checkChapters, checkSyncPage, type Checked } from './answers.ts'
import { readText, type Body } from './body.ts'
import { systemClock } from './clock.ts'
import { contentDoor } from './content-door.ts'
import { invalidResponseError } from './failures.ts'
import { parseJson } from './json-body.ts'
import type { CallOptions, ContentClient, ContentClientOptions, SyncAnswer } from './options.ts'
import { withRetries } from './retry.ts'
import { defaultRetryPolicy } from './retry-policy.ts'
import type { ContentRequest, Transport } from './request.ts'
import { exchange, type ContentAnswer, type Renewal } from './transport.ts'

const defaults = { headersMs: 30_000, idleMs: 30_000, totalMs: 3_600_000 }
const mebibyte = 1024 * 1024

/** One try. */
interface Try {
  /** From 1. */
  readonly attempt: number
  readonly signal: AbortSignal
  /** Says that an error is about the answer. */
  readonly refused: <E>(error: E) => E
}

/** What a call makes of an answer. */
type Reader<T> = (answer: ContentAnswer, of: Try) => Promise<T>

/** What came of a try whose answer was not at fault. */
type Outcome<T> = { readonly value: T } | { readonly readerThrew: unknown }

/**
 * A client of one content root. Sends nothing until it is asked to.
 * @throws {WaraqError} `invalid_option`, `invalid_content_root`, `invalid_relay_address`
 */
export function createContentClient(options: ContentClientOptions): ContentClient {
  const clock = options.clock ?? systemClock
  const door = contentDoor(options, clock)
  const { root } = door
  const policy = { ...defaultRetryPolicy, ...options.retry }
  const random = options.random ?? Math.random
  // A property would be called with the wrong `this`, which browsers refuse.
  const send = options.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init))
  const transport: Transport = {
    fetch: (input, init) => send(input, init),
    clock,
    door,
    headersMs: options.timeouts?.headersMs ?? defaults.headersMs,
    idleMs: options.timeouts?.idleMs ?? defaults.idleMs,
    totalMs: options.timeouts?.totalMs ?? defaults.totalMs,
    mostBytes: {
      snapshot: options.maxSnapshotBytes ?? 256 * mebibyte,
      page: options.maxPageBytes ?? 16 * mebibyte,
    },
  }

  /** One try: request and reading, under a controller of its own that ends with it. */
  async function attemptOnce<T>(
    request: ContentRequest,
    read: Reader<T>,
    attempt: number,
    renewal: Renewal,
    signal: AbortSignal,
  ): Promise<Outcome<T>> {
    const { controller, unlink } = linkedController([signal])
    try {
      const answer = await exchange(transport, request, renewal, controller.signal)
      return await readWhole(answer.body, (refused) =>
        read(answer, { attempt, signal: controller.signal, refused }),
      )
    } finally {
      unlink()
      // What is still under way of the try ends, and nothing reads why.
      controller.abort('over')
    }
  }

  async function call<T>(
    request: ContentRequest,
    read: Reader<T>,
    caller: CallOptions | undefined,
  ): Promise<T> {
    const { controller, unlink } = linkedController([options.signal, caller?.signal])
    const { signal } = controller
    const renewal: Renewal = { used: false }
    try {
      throwIfAborted(signal)
      const outcome = await withRetries((attempt) => attemptOnce(request, read, attempt, renewal, signal), {
        address: request.kind,
        policy,
        clock,
        random,
        signal,
        onRetry: options.onRetry,
      })
      if ('readerThrew' in outcome) throw outcome.readerThrew
      return outcome.value
    } catch (error) {
      throwIfAborted(signal)
      throw error
    } finally {
      unlink()
    }
  }

  function jsonReader<T>(path: string, check: (body: unknown) => Checked<T>) {
    return async ({ body, status, contentType, serverTime }: ContentAnswer, { refused }: Try) => {
      try {
        const checked = check(parseJson(await readText(body, path), path, status, contentType))
        if ('issues' in checked) throw invalidResponseError(path, status, checked.issues)
        return { value: checked.value, bytes: body.bytes(), serverTime }
      } catch (error) {
        throw refused(error)
      }
    }
  }

  async function callForPage(request: ContentRequest, caller: CallOptions | undefined): Promise<SyncAnswer> {
    const check = (body: unknown) => {
      const checked = checkSyncPage(body)
      // A page that leads astray is refused before anybody keeps its changes.
      if ('value' in checked && checked.value.has_more) pageAddress(root, checked.value.next_page_url!)
      return checked
    }
    const answer = await call(request, jsonReader(request.address.path, check), caller)
    return { page: answer.value, bytes: answer.bytes, serverTime: answer.serverTime }
  }

  async function callForValue<T>(
    request: ContentRequest,
    check: (body: unknown) => Checked<T>,
    caller: CallOptions | undefined,
  ): Promise<T> {
    return (await call(request, jsonReader(request.address.path, check), caller)).value
  }

  return {
    sync: async (request, caller) =>
      callForPage({ kind: 'sync', address: syncAddress(root, request) }, caller),

    syncPage: async (nextPageUrl, caller) =>
      callForPage({ kind: 'page', address: pageAddress(root, nextPageUrl) }, caller),

    snapshot: async (target, read, caller) => {
      const address = snapshotAddress(root, target)
      return call(
        { kind: 'snapshot', address },
        ({ body, serverTime }, { attempt, signal, refused }) =>
          read({
            chunks: body.chunks,
            text: () =>
              readText(body, address.path).catch((error: unknown) => {
                throw refused(error)
              }),
            bytesExpected: body.bytesExpected,
            attempt,
            signal,
            serverTime,
            refused,
          }),
        caller,
      )
    },

    catalogue: async (kind, caller) =>
      callForValue(
        { kind: 'catalogue', address: catalogueAddress(root, kind, caller?.language) },
        (body) => checkCatalogue(body, kind),
        caller,
      ),

    chapters: async (caller) =>
      callForValue(
        { kind: 'chapters', address: chaptersAddress(root, caller?.language) },
        checkChapters,
        caller,
      ),
  }
}

/**
 * Runs a reader over a body. A body that broke is the cause of whatever its reader made of it, so its failure wins over
 * a parser's complaint, and over a success that did not notice. Rejects where the answer is at fault.
 */
async function readWhole<T>(body: Body, read: (refused: Try['refused']) => Promise<T>): Promise<Outcome<T>> {
  const refusals = new Set<unknown>()
  let value: T
  try {
    value = await read((error) => {
      refusals.add(error)
      return error
    })
  } catch (error) {
    const failure = body.failure()
    if (refusals.has(error)) throw error
    const known = isWaraqError(error) && !isAbort(error)
    if (failure !== undefined && (error === failure || !known)) throw failure
    return { readerThrew: error }
  } finally {
    body.cancel()
  }
  const failure = body.failure()
  if (failure !== undefined) throw failure
  return { value }
}
