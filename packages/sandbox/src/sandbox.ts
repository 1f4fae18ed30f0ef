import type { JsonObject } from '@waraq/protocol'
import { userScopeAreas } from '@waraq/protocol/user'
import { abortable } from './abortable.ts'
import { selectContent } from './content/selection.ts'
import { createControls, type SandboxControls } from './controls.ts'
import { FaultBook, type FaultHandle } from './faults/fault-book.ts'
import { createApp } from './http/app.ts'
import { grantableScopes } from './http/user-data.ts'
import { type LoggedRequest, RequestLog } from './http/request-log.ts'
import { listen, type ListeningSandbox } from './listen.ts'
import { sandboxDefaults, type SandboxOptions } from './options.ts'
import { SandboxError } from './sandbox-error.ts'
import { AuthorizationCodes } from './service/authorization-codes.ts'
import { ContentService } from './service/content-service.ts'
import type { ResourceLike } from './service/row-change.ts'
import { RefreshTokens } from './service/refresh-tokens.ts'
import { Sealer } from './service/seal.ts'
import { TokenAuthority } from './service/token-authority.ts'
import { World } from './user/parts/world.ts'
import { People } from './user/people/people.ts'
import { sandboxUsers } from './user/people/person.ts'
import { Replicas } from './user/replicas.ts'
import { personNamed } from './user-controls.ts'
import type { Invitation } from './user/rooms/invitations.ts'
import { createUserData } from './user/user-data.ts'

/** The content service in a box. */
export interface Sandbox extends SandboxControls {
  /**
   * Answers like the service: `/oauth2/...`, `/content/api/v4/...`, `/auth/v1/...`, `/quran-reflect/v1/...`, `/fonts/...`,
   * `/recordings/...` and `/admin/...`, for any host.
   * @throws {TypeError} if a fault breaks the connection
   * @throws the signal's reason if the request is aborted
   */
  fetch(request: Request): Promise<Response>
  /** Serves the same on 127.0.0.1. Port 0 (the default) selects a free one. */
  listen(port?: number): Promise<ListeningSandbox>
  /** Returns a token without a request to the issuer. `expiresAt` is in milliseconds since the epoch. */
  accessToken(options?: { readonly clientId?: string; readonly scope?: string }): Promise<SandboxToken>
  /**
   * Returns a token that is bound to a user, without signing in. It covers all areas unless scopes are given.
   * @throws {SandboxError} if there is no such user or scope
   */
  userToken(options: {
    /** The user's name. */
    readonly user: string
    readonly clientId?: string
    readonly scope?: string
  }): Promise<SandboxUserToken>
  /** All users who can sign in. */
  readonly users: readonly { readonly id: string; readonly username: string }[]
  /** Invitations to rooms, oldest first, with the token that the real service would send by mail. */
  readonly invitations: readonly Invitation[]
  /** Sequence of the newest change. */
  readonly sequence: number
  /** Requests so far, oldest first. */
  readonly requests: readonly LoggedRequest[]
  clearRequests(): void
  /** Faults that were added and not removed. */
  readonly faults: readonly FaultHandle[]
  clearFaults(): void
  /** Resources that exist, public or not. */
  readonly resources: readonly SandboxResource[]
  /**
   * The rows that a snapshot contains now, or contained at an earlier sequence. Undefined if the snapshot would be answered
   * with 404.
   */
  snapshotRows(resource: ResourceLike, at?: number): readonly JsonObject[] | undefined
  /** The number of rows by record type, whether the resource is public or not. */
  rowCounts(resource: ResourceLike): Record<string, number>
}

export interface SandboxToken {
  readonly token: string
  readonly clientId: string
  readonly expiresAt: number
}

export interface SandboxUserToken extends SandboxToken {
  readonly userId: string
}

export interface SandboxResource {
  readonly group: string
  readonly id: number
  readonly public: boolean
}

/** Scopes in the format of a token. */
function grantedScope(scope: string = userScopeAreas.join(' ')): string {
  const unknown = scope.split(' ').filter((one) => !grantableScopes.includes(one))
  if (unknown.length > 0) throw new SandboxError(`There is no scope ${unknown.join(', ')}.`)
  return scope
}

/** A host name that can never resolve. */
const nowhere = 'http://audio.example.invalid'

function originOf(audioOrigin: string | undefined): string | undefined {
  if (audioOrigin === undefined) return undefined
  if (URL.canParse(audioOrigin)) return new URL(audioOrigin).origin
  throw new SandboxError(`The audioOrigin ${audioOrigin} is no address. Write http://127.0.0.1:4600.`)
}

/**
 * Creates an independent service: content, change log, clients and faults are not shared with other sandboxes. Rows are
 * generated when a resource is first requested.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { seed, firstSequence, tokenLifetime, environment, clients } = { ...sandboxDefaults, ...options }
  const now = options.now ?? Date.now
  const content = selectContent(options.content ?? 'full')
  const service = new ContentService({
    firstSequence,
    now,
    legacyRecitationChanges: options.legacyRecitationChanges ?? false,
  })
  let audioOrigin = originOf(options.audioOrigin)
  for (const { group, id, contentId, rows, namesRecordings } of content.items) {
    const context = { seed, id, contentId, chapters: content.chapters }
    service.add({ group, id }, contentId, () =>
      rows({ ...context, audioOrigin: namesRecordings ? (audioOrigin ??= nowhere) : '' }),
    )
  }
  const authority = new TokenAuthority({ environment, seed, tokenLifetime, now })
  const refreshTokens = new RefreshTokens({ seed })
  const faults = new FaultBook()
  for (const fault of options.faults ?? []) faults.add(fault)
  const requests = new RequestLog()
  const world = new World(now)
  const users = options.users ?? sandboxUsers
  const people = new People(world, users)
  const userData = createUserData(world, people, options)
  const replicas = new Replicas(
    (earlier) => createUserData(earlier, new People(earlier, users), options).routes,
  )
  const controls = createControls({
    service,
    faults,
    authority,
    refreshTokens,
    people,
    posts: userData.posts,
  })
  const app = createApp(
    {
      service,
      authority,
      codes: new AuthorizationCodes({ seed, now }),
      refreshTokens,
      people,
      world,
      replicas,
      rooms: userData.rooms,
      sealer: new Sealer(`waraq sandbox ${environment} ${seed}`),
      faults,
      requests,
      clients,
      quirks: options.quirks ?? {},
      chapters: content.chapters,
      seed,
      gzip: options.gzip ?? false,
      allowedOrigins: options.allowedOrigins ?? '*',
      tellsMutations: environment !== 'production',
      now,
      sleep: options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
    },
    controls,
    userData.routes,
  )
  const handle = async (request: Request) => abortable(request, async () => app.fetch(request))
  return {
    ...controls,
    fetch: handle,
    async listen(port) {
      const listening = await listen(handle, port)
      audioOrigin ??= listening.url
      return listening
    },
    async accessToken({ clientId = clients[0]?.clientId ?? '', scope = 'content' } = {}) {
      const token = authority.issue(clientId, scope)
      return { token, clientId, expiresAt: now() + tokenLifetime * 1_000 }
    },
    async userToken({ user, clientId = clients[0]?.clientId ?? '', scope }) {
      const { id } = personNamed(people, user)
      const token = authority.issue(clientId, grantedScope(scope), id)
      return { token, clientId, expiresAt: now() + tokenLifetime * 1_000, userId: id }
    },
    get users() {
      return people.all.map(({ id, username }) => ({ id, username }))
    },
    get invitations() {
      return userData.rooms.invitations
    },
    get sequence() {
      return service.log.current
    },
    get requests() {
      return requests.all
    },
    clearRequests: () => requests.clear(),
    get faults() {
      return faults.list()
    },
    clearFaults: () => faults.clear(),
    get resources() {
      return service.resources().map(({ group, id, public: isPublic }) => ({ group, id, public: isPublic }))
    },
    snapshotRows(target, at = service.log.current) {
      const resource = service.get(target)
      if (!resource.publicAt(at)) return undefined
      return at === service.log.current ? resource.history.rows() : resource.history.rowsAt(at)
    },
    rowCounts: (target) => service.rowCounts(target),
  }
}
