/** The relay as a standalone server, and its handlers for Node servers. */
export { startRelay } from './node/start-relay.ts'
export type { RunningRelay } from './node/start-relay.ts'
export { nodeListener } from './node/listener.ts'
export type { NodeListener } from './node/listener.ts'
export type { NodeRelayOptions, RelayMode } from './node/node-options.ts'
export type { ServeOptions } from './node/serve.ts'
export {
  clientFromEnvironment,
  contentRootFromEnvironment,
  relayOptionsFromEnvironment,
} from './node/environment.ts'
