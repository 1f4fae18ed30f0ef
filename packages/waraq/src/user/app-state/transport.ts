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
  /** The connection to App State: `backendConnection({ root: '/user' })`, so that no token is in the page. */
  readonly connection: UserConnection
  /** The account of these documents, as the backend's session names it. If another account is signed in, no request is made. */
  readonly account: string
  /** The class from `@quranjs/api/public`, by which the SDK recognises refusals. */
  readonly QuranHttpError: SdkErrors
}

/**
 * The SDK's `AppStateTransport` through a backend. Each call is bound to one account, and is tried once. A refusal rejects with
 * an error of the SDK, with the `WaraqError` as its cause. A call that got no answer rejects with a `WaraqError`.
 */
export function appStateTransport({
  account,
  QuranHttpError,
  ...options
}: AppStateTransportOptions): AppStateTransport {
  const { appState: client } = userClientOf({ appState }, { ...options, retry: { attempts: 1 } })

  const asked = async <T>(call: (options: UserCallOptions) => Promise<T>, more: UserCallOptions = {}) => {
    let reported: { etag: string | null; status: number } = { etag: null, status: 0 }
    try {
      const answer = await call({ ...more, account, onAnswer: (notice) => (reported = notice) })
      return { answer, etag: reported.etag, status: reported.status }
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

/** The options of a page that the service accepts. */
function pageOf({ cursor, limit }: { readonly cursor?: string; readonly limit?: number }) {
  return { ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) }
}
