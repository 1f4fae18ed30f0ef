/**
 * Token relay: keeps client credentials on the server and hands short-lived content tokens to readers. A fetch-style
 * handler; `@waraq/relay/node` listens by itself.
 */
export { createTokenRelay } from './relay.ts'
export type { TokenRelay } from './relay.ts'
export type { TokenRelayOptions } from './options.ts'
export type { CachedToken, TokenCache } from './token-cache.ts'
export type { RelayClock } from './clock.ts'
export type { RefusalReason, RelayLog, RelayLogEntry } from './log.ts'
