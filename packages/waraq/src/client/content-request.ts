import { isWaraqError } from '@waraq/protocol'
import type { Address } from './address.ts'
import { readText } from './body.ts'
import { classify, statusSaysAll } from './classify.ts'
import type { ContentConnection } from './content-connection.ts'
import type { Answer, OutgoingRequest } from './exchange/request.ts'
import { pageTooLargeError, proxyCheck, snapshotTooLargeError } from './failures.ts'
import { parseJson } from './json-body.ts'
import type { AddressKind, ContentClientOptions } from './options.ts'

const mebibyte = 1024 * 1024

/** Describes a request for content to the exchange. */
export function contentRequest(
  { maxSnapshotBytes = 256 * mebibyte, maxPageBytes = 16 * mebibyte, retry, onRetry }: ContentClientOptions,
  { by, right }: ContentConnection,
  kind: AddressKind,
  { url, path }: Address,
): OutgoingRequest {
  const { origin, pathname, search, searchParams } = new URL(url)
  // Without the query, which may hold a token of the feed.
  const shown = origin + pathname
  const isSnapshot = kind === 'snapshot'
  const mostBytes = isSnapshot ? maxSnapshotBytes : maxPageBytes
  const tooLong = () =>
    isSnapshot
      ? snapshotTooLargeError(path, mostBytes)
      : pageTooLargeError(`${mostBytes} bytes`, { mostBytes })
  return {
    name: path,
    url,
    fresh: true,
    shown,
    check: by === 'proxy' ? proxyCheck : undefined,
    headers: { accept: 'application/json' },
    right,
    isAnswer: (status) => status === 200,
    mostBytes,
    tooLong: isSnapshot || kind === 'sync' || kind === 'page' ? tooLong : undefined,
    brokenAttempts: isSnapshot ? retry?.brokenAttempts : undefined,
    readRefusal: (refusal) => readRefusal(refusal, path),
    refused: (refusal) => {
      const secrets = [...refusal.secrets, ...queryValues(search, searchParams)]
      return classify({ by, kind, path, shown }, { ...refusal, secrets })
    },
    onRetry: onRetry && ((notice) => onRetry({ address: kind, ...notice })),
  }
}

/** Reads the body of a refusal. Rejects if the body broke off, unless the status already determines what to do. */
async function readRefusal({ body, status, contentType }: Answer, path: string): Promise<unknown> {
  try {
    return parseJson(await readText(body, path), path, status, contentType)
  } catch (error) {
    const lost = isWaraqError(error) && (error.code === 'truncated_body' || error.code === 'timeout')
    if (lost && body.bytes() > 0 && !statusSaysAll(status)) throw error
    return undefined
  }
}

const publicParameters: readonly string[] = ['resources', 'bootstrap', 'per_page', 'language']

/** Values of a query that must not be shown: decoded, and as they are written in the address. */
function queryValues(search: string, read: URLSearchParams): string[] {
  const written = search
    .slice(1)
    .split('&')
    .map((pair) => pair.split('='))
    .map(([name = '', ...value]) => [name, value.join('=')] as const)
  return [...read, ...written].filter(([name]) => !publicParameters.includes(name)).map(([, value]) => value)
}
