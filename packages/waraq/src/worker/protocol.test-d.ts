import { expectTypeOf } from 'vitest'
import type { SyncEngine } from '../sync/api/sync-engine.ts'
import type { Protocol } from '../link/protocol.ts'
import { engineProtocol, type EngineShape, type RemoteCalls } from './protocol.ts'

const { methods } = engineProtocol

// Each promise of the engine crosses, and says where its signal is
expectTypeOf<Exclude<keyof SyncEngine, 'library' | 'watch' | 'onProblem' | 'close'>>().toEqualTypeOf<
  Exclude<keyof RemoteCalls, 'read'>
>()
expectTypeOf(methods.listNames.options).toEqualTypeOf<2>()
const table: Protocol<EngineShape>['methods'] = {
  ...methods,
  // @ts-expect-error `verify` takes a signal with its second argument
  verify: { noDeadline: true },
  // @ts-expect-error not with its first
  resync: { noDeadline: true, options: 0 },
  // @ts-expect-error `status` takes none
  status: { options: 0 },
}
const { pause, ...rest } = table
// @ts-expect-error a method without a row cannot be called
const lacking: Protocol<EngineShape>['methods'] = rest
export { lacking, pause }
