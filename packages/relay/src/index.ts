/**
 * Fetch-style handlers for any server that holds the application's secrets: tokens for readers, content without tokens, the
 * data of signed-in users. `@waraq/relay/node` is a complete server.
 */
export { waraqServer } from './waraq-server.ts'
export type { WaraqServerOptions } from './waraq-server.ts'
export type { EnvironmentName } from './environments.ts'
export { createContentProxy } from './content-proxy.ts'
export { createTokenRelay } from './token-relay.ts'
export type { ContentProxyOptions, ContentProxyTimeouts } from './content-proxy.ts'
export type { MostConcurrent } from './content-proxy/slots.ts'
export type { TokenRelayOptions } from './token-relay.ts'
export { createUserDataProxy } from './user-proxy/user-proxy.ts'
export type {
  ParameterSchema,
  ProxiedOperation,
  ProxiedOperations,
  SessionOptions,
  UserDataProxyOptions,
} from './user-proxy/options.ts'
export { authorizeByCookie, authorizeByHeader, authorizeBySession } from './access/authorize.ts'
export type { AccessOptions, Authorize, Handler, HostContext, Limits } from './access/options.ts'
export type { ClientOptions } from './issuer/issuer.ts'
export type { SharedStore } from './store/shared-store.ts'
export type { RelayClock } from './clock.ts'
export type { RefusalReason, RelayLog, RelayLogEntry, Route } from './events/log.ts'
