import type { AppStateTransport } from '@quranjs/api/public'
import { appState } from '../../client/user/operations/app-state.ts'
import { userClientOf, type UserClientOptions } from '../../client/user/user-client.ts'
import type { UserCallOptions } from '../../client/user/call-options.ts'
import type { UserConnection } from '../../client/user/user-connection.ts'
import { isWaraqError } from '@waraq/protocol'
import { checkedAnswer } from './answers.ts'
import { sdkError, type SdkErrors } from './sdk-error.ts'

export interface AppStateTransportOptions extends Pick<
  UserClientOptions,
  'fetch' | 'clock' | 'timeouts' | 'signal'
> {
  /** Where App State is: `backendConnection({ root: '/user' })`, so that no token is in the page. */
  readonly connection: UserConnection
  /** Whose documents these are, as the backend's session names it. Where another account is signed in, nothing is asked. */
  readonly account: string
  /** That of `@quranjs/api/public`, by which the SDK tells refusals apart. */
  readonly QuranHttpError: SdkErrors
}

/**
 * The `AppStateTransport` of the SDK through a backend: each call is bound to one account, and is tried once. A refusal is an
 * error as the SDK makes it, with the `WaraqError` as its cause; a call that got no answer rejects with a `WaraqError`.
 */
export function appStateTransport({
  account,
  QuranHttpError,
  ...options
}: AppStateTransportOptions): AppStateTransport {
  const { appState: client } = userClientOf({ appState }, { ...options, retry: { attempts: 1 } })

  const asked = async <T>(call: (options: UserCallOptions) => Promise<T>, more: UserCallOptions = {}) => {
    let told: { etag: string | null; status: number } = { etag: null, status: 0 }
    try {
      const answer = await call({ ...more, account, onAnswer: (notice) => (told = notice) })
      return { answer, etag: told.etag, status: told.status }
    } catch (error) {
      throw isWaraqError(error) ? await sdkError(error, QuranHttpError) : error
    }
  }

  return {
    getConfiguration: async () => {
      const { answer } = await asked((call) => client.configuration(call))
      return checkedAnswer('getConfiguration', 'configuration', answer)
    },
    bootstrap: async (query = {}) => {
      const { answer } = await asked((call) => client.bootstrap(pageOf(query), call))
      return checkedAnswer('bootstrap', 'page', answer)
    },
    getChanges: async (since, query = {}) => {
      const { answer } = await asked((call) => client.changes({ since, ...pageOf(query) }, call))
      return checkedAnswer('getChanges', 'changes', answer)
    },
    listDocuments: async (collection, query = {}) => {
      const { answer } = await asked((call) => client.list(collection, pageOf(query), call))
      return checkedAnswer('listDocuments', 'page', answer)
    },
    getDocument: async (collection, key) => {
      const { answer, etag, status } = await asked((call) => client.get(collection, key, call))
      return { ...checkedAnswer<object>('getDocument', 'document', answer), etag, status } as never
    },
    putDocument: async (collection, key, body, conditions) => {
      const { answer, etag, status } = await asked(
        (call) => client.put(collection, key, body, call),
        conditions,
      )
      return { ...checkedAnswer<object>('putDocument', 'document', answer), etag, status } as never
    },
    deleteDocument: async (collection, key, conditions) => {
      await asked((call) => client.delete(collection, key, call), conditions)
    },
  }
}

/** Of a page's options what the service takes. */
function pageOf({ cursor, limit }: { readonly cursor?: string; readonly limit?: number }) {
  return { ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) }
}
