import type { AuthorizationCodes } from '../service/authorization-codes.ts'
import type { ContentService } from '../service/content-service.ts'
import type { RefreshTokens } from '../service/refresh-tokens.ts'
import type { Sealer } from '../service/seal.ts'
import type { Bearer, TokenAuthority } from '../service/token-authority.ts'
import type { FaultBook } from '../faults/fault-book.ts'
import type { FaultEffect } from '../faults/fault.ts'
import type { SandboxClient, SandboxQuirks } from '../options.ts'
import type { Replicas } from '../user/replicas.ts'
import type { World } from '../user/parts/world.ts'
import type { People } from '../user/people/people.ts'
import type { Rooms } from '../user/rooms/rooms.ts'
import type { RequestLog } from './request-log.ts'

/** The dependencies that all routes share. */
export interface ServiceDependencies {
  readonly service: ContentService
  readonly authority: TokenAuthority
  readonly codes: AuthorizationCodes
  readonly refreshTokens: RefreshTokens
  readonly people: People
  readonly world: World
  readonly replicas: Replicas
  readonly rooms: Rooms
  readonly sealer: Sealer
  readonly faults: FaultBook
  readonly requests: RequestLog
  readonly clients: readonly SandboxClient[]
  readonly quirks: SandboxQuirks
  readonly chapters: readonly number[]
  readonly seed: number
  readonly gzip: boolean
  readonly allowedOrigins: '*' | readonly string[]
  /** Whether the answer to a write of user data contains the time of the user's last change, as in pre-production. */
  readonly tellsMutations: boolean
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<void>
}

/** Hono's variables: the effects of faults on this request and, after the token's check, its rights. */
export interface RouteEnv {
  /** Bindings of the user data application: the effects of faults on the request. */
  Bindings: { effect?: FaultEffect }
  Variables: { effect: FaultEffect; bearer: Bearer }
}
