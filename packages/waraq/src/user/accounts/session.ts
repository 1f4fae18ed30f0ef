import { isJsonObject, relayHeader, WaraqError } from '@waraq/protocol'

/** Who is signed in, as the application's backend reports. */
export interface Session {
  readonly signedIn: boolean
  /** Opaque, and the same whenever the same person signs in. */
  readonly account?: string | undefined
  /** The scopes that the person allowed, separated by spaces. */
  readonly scope?: string | undefined
}

/** The connection by which this device finds out who is signed in. */
export interface SessionConnection {
  /** @throws if the session cannot be read */
  read(signal: AbortSignal): Promise<Session>
  signOut(signal: AbortSignal): Promise<void>
}

const mostAccount = 200

/**
 * The session of `createUserDataProxy` of `@waraq/relay`, or of a backend with the same answers: `GET session` and
 * `POST sign-out` below the root.
 */
export function backendSession(root: string, ask: typeof fetch = fetch): SessionConnection {
  const send = async (path: string, method: string, signal: AbortSignal) => {
    const headers = { accept: 'application/json', [relayHeader.name]: relayHeader.value }
    try {
      const answer = await ask(`${root}/${path}`, { method, headers, credentials: 'include', signal })
      if (!answer.ok) throw sessionUnknown(answer.status)
      return answer
    } catch (error) {
      throw signal.aborted || error instanceof WaraqError ? error : sessionUnknown(undefined, error)
    }
  }
  return {
    async read(signal) {
      const reported: unknown = await (await send('session', 'GET', signal)).json().catch(() => undefined)
      if (!isJsonObject(reported) || typeof reported['signedIn'] !== 'boolean') throw sessionUnknown(200)
      const { signedIn, account, scope } = reported
      const isAccount = typeof account === 'string' && account !== '' && account.length <= mostAccount
      return {
        signedIn: signedIn as boolean,
        ...(isAccount && { account }),
        ...(typeof scope === 'string' && { scope }),
      }
    },
    async signOut(signal) {
      await send('sign-out', 'POST', signal)
    },
  }
}

export function sessionUnknown(status?: number, cause?: unknown): WaraqError {
  return new WaraqError({
    code: 'service_failed',
    message: 'The backend did not say who is signed in. Try again later.',
    retryable: true,
    status,
    cause,
  })
}
