import { relayHeader } from '@waraq/protocol'
import { abortedError } from './abort.ts'
import { refusesToken } from './classify.ts'
import type { Clock } from './clock.ts'
import { parseContentRoot, type ContentRoot } from './content-root.ts'
import type { ContentAccess, ContentProxy } from './options.ts'
import { proxyRoot } from './relay-address.ts'
import type { Right } from './exchange/request.ts'
import { resolveCaller, invalidOption } from './sent-headers.ts'
import type { AccessToken, TokenSource } from './token-source.ts'
import { useTokens } from './token-use.ts'
import { unlessAborted } from './waits.ts'

/** How content is accessed: its root, and the right that requests carry. */
export interface ContentConnection {
  /** Root that the paths of requests are appended to. */
  readonly root: ContentRoot
  /** The server that answers, and so may refuse. */
  readonly by: 'service' | 'proxy'
  right(signal: AbortSignal): Promise<Right>
}

/** @throws {WaraqError} `invalid_option`, `invalid_content_root`, `invalid_relay_address` */
export function contentConnection(
  { contentRoot, tokens, proxy }: ContentAccess & { readonly contentRoot: string | URL },
  clock: Clock,
): ContentConnection {
  const root = parseContentRoot(contentRoot)
  if (tokens && !proxy) return tokenConnection(root, tokens, clock)
  // A string is not a proxy: it has no `root`.
  if (proxy?.root && !tokens) return proxyConnection(proxy)
  throw invalidOption(
    'tokens',
    'or a proxy with its root is needed: one of the two. Give tokens, or give { proxy: { root } }.',
  )
}

/** The service itself, with a token on each request. */
function tokenConnection(root: ContentRoot, tokens: TokenSource, clock: Clock): ContentConnection {
  const use = useTokens(tokens, clock)
  const rightOf = (token: AccessToken): Right => ({
    headers: { 'x-auth-token': token.token, 'x-client-id': token.clientId },
    credentials: 'omit',
    secrets: [token.token],
    renewed: (status, body, signal) =>
      refusesToken(status, body) || (status === 403 && use.isSuspect(token))
        ? use.renewed(token, signal).then(rightOf)
        : undefined,
  })
  return { root, by: 'service', right: async (signal) => rightOf(await use.current(signal)) }
}

/** The application's own server, which adds the token. A newer token would not change any of its refusals. */
function proxyConnection({ root, ...caller }: ContentProxy): ContentConnection {
  const { credentials, headers } = resolveCaller(caller)
  return {
    root: proxyRoot(root),
    by: 'proxy',
    right: async (signal) => {
      const extra = await unlessAborted(headers(), signal, abortedError)
      return {
        headers: { ...extra, [relayHeader.name]: relayHeader.value },
        credentials,
        secrets: Object.values(extra),
        renewed: () => undefined,
      }
    },
  }
}
