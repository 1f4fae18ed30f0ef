import { isJsonObject, sha256Hex } from '@waraq/protocol'

/**
 * What pages know a user by: SHA-256 of the client's id and of the id token's `sub`, as hex. The same at each sign-in, another for
 * each client. A `sub` cannot be read back from it; whoever guesses one can check the guess.
 *
 * The token comes from the issuer itself, over TLS, for the code or the secret of this client, so its signature says nothing more
 * (OpenID Connect Core, 3.1.3.7). Undefined where there is no token, or none for this client.
 */
export async function accountOf(idToken: unknown, clientId: string): Promise<string | undefined> {
  const claims = claimsOf(idToken)
  if (!isJsonObject(claims)) return undefined
  const { sub, aud } = claims
  const isForClient = Array.isArray(aud) ? aud.includes(clientId) : aud === clientId
  if (typeof sub !== 'string' || sub === '' || !isForClient) return undefined
  return sha256Hex(JSON.stringify(['waraq account', clientId, sub]))
}

function claimsOf(token: unknown): unknown {
  try {
    const part = String(token).split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(part), (character) => character.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
