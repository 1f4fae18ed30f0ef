/** The SDK's own App State against the sandbox, and beside it our transport: the same requests do the same, and fail the same. */
import {
  createAppStateReconciler,
  getAppStateErrorCode,
  QuranHttpError,
  type AppStateTransport,
} from '@quranjs/api/public'
import { directConnection } from 'waraq/client'
import { appStateStore, appStateTransport } from 'waraq/app-state'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newCast, startUserService, type UserService } from '../user-data/service.ts'
import { sdkFor } from './sdk.ts'

let service: UserService
beforeAll(async () => {
  service = await startUserService()
})
afterAll(() => service?.listening.close())

/** A new user's App State, as the SDK asks for it and as we do. */
async function bothTransports(): Promise<Readonly<Record<'theirs' | 'ours', AppStateTransport>>> {
  const { myName: user } = newCast(service)
  const { userRoots } = service.listening
  const { token } = await service.sandbox.userToken({ user })
  const connection = directConnection({
    root: userRoots,
    tokens: { get: () => service.sandbox.userToken({ user }) },
  })
  return {
    theirs: sdkFor(userRoots, token).auth.v1.appState,
    ours: appStateTransport({ connection, account: user, QuranHttpError }),
  }
}

const body = (value: number) => ({ schemaVersion: 1, value })
const codeOf = (work: Promise<unknown>) => work.then(() => 'done', getAppStateErrorCode)

/** Everything that can be asked, and what it came to: sequences and times are those of the user's own service. */
async function life(transport: AppStateTransport): Promise<unknown[]> {
  const first = await transport.bootstrap({ limit: 10 })
  const made = await transport.putDocument('settings', 'a:b', body(1), {
    idempotencyKey: 'one',
    ifNoneMatch: '*',
  })
  const again = await transport.putDocument('settings', 'a:b', body(1), {
    idempotencyKey: 'one',
    ifNoneMatch: '*',
  })
  const refused = [
    await codeOf(
      transport.putDocument('settings', 'a:b', body(2), { idempotencyKey: 'one', ifNoneMatch: '*' }),
    ),
    await codeOf(
      transport.putDocument('settings', 'a:b', body(2), { idempotencyKey: 'two', ifNoneMatch: '*' }),
    ),
    await codeOf(
      transport.putDocument('nowhere', 'a', body(2), { idempotencyKey: 'three', ifNoneMatch: '*' }),
    ),
    await codeOf(transport.getDocument('settings', 'none')),
    await codeOf(transport.getChanges('no token')),
  ]
  const read = await transport.getDocument('settings', 'a:b')
  const listed = await transport.listDocuments('settings', { limit: 5 })
  await transport.deleteDocument('settings', 'a:b', { idempotencyKey: 'four', ifMatch: made.etag! })
  const changes = await transport.getChanges(first.data.nextSyncToken!, { limit: 5 })
  const { limits } = (await transport.getConfiguration()).data
  return [first, made, again, refused, read, listed, changes, limits]
}

it('both ways ask for the same, and get the same', async () => {
  const [theirs, ours] = [
    await life((await bothTransports()).theirs),
    await life((await bothTransports()).ours),
  ]
  expect(ours).toEqual(theirs)
  expect(theirs[3]).toEqual([
    'idempotency_key_reused',
    'precondition_failed',
    'collection_not_allowed',
    'document_not_found',
    'invalid_sync_token',
  ])
})

it('the SDK alone, over our store, meets a conflict and a token that is too old', async () => {
  const { theirs } = await bothTransports()
  const store = appStateStore({ indexedDB: new IDBFactory(), IDBKeyRange })
  const reconciler = createAppStateReconciler({ accountId: 'a', store, transport: theirs })
  await reconciler.putDocument('settings', 'a', body(1))
  await reconciler.reconcile()
  const { etag } = await theirs.getDocument('settings', 'a')
  await reconciler.putDocument('settings', 'a', body(2))
  await theirs.putDocument('settings', 'a', body(9), { idempotencyKey: 'other', ifMatch: etag! })
  const expired = { details: { error: { code: 'sync_token_expired' } } }
  service.sandbox.fault({
    match: { path: '/auth/v1/app-state:changes' },
    effect: { status: 410, body: expired },
  })
  const { visible, pendingMutations } = await reconciler.reconcile()
  expect([visible['settings/a']!.value, pendingMutations]).toEqual([2, []])
  store.close()
})
