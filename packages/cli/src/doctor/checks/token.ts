import { differs, failed, ok } from '../report.ts'
import type { Check } from './check.ts'

/** The scope in the issuer's response, if it contains only characters of scopes. */
function shown(scope: string | undefined): string {
  if (scope === undefined) return 'no scope, which means the one that was asked for'
  return /^[\w.: -]{1,80}$/.test(scope) ? `the scope ${scope}` : 'a scope of unusual characters'
}

const remedies: Readonly<Record<string, string>> = {
  invalid_client: 'Check client id, client secret and environment: each environment has its own.',
  invalid_scope: 'Ask the operator to approve the client for the scope content.',
  unreachable: 'Check the address of the issuer and the connection.',
}

const token: Check = {
  name: 'token',
  assumes: 'The issuer grants exactly the scope content to client credentials by HTTP Basic.',
  runsAnyway: true,
  run: async ({ connection: { tokens, watch } }) => {
    const { error } = await watch(() => tokens.source.get())
    const granted = shown(tokens.grant()?.scope)
    if (!error) return ok(`A token came, for ${granted}.`)
    const refusal = tokens.reported.find(
      ({ event }) => event === 'issuer_refused' || event === 'issuer_failed',
    )
    const reason = refusal && 'reason' in refusal ? refusal.reason : error.code
    if (reason === 'scope_differs') {
      return differs(
        `A token came, for ${granted}; asked for was content.`,
        'The relay hands out no token of another scope, and nothing is synced.',
      )
    }
    return failed(
      `The issuer gave no token: ${reason}.`,
      remedies[reason] ?? 'Check the address of the issuer; if it is right, ask its operator.',
    )
  },
}

const life: Check = {
  name: 'token_life',
  assumes: 'The issuer says in expires_in for how many seconds a token is good.',
  run: async ({ connection: { tokens } }) => {
    const issued = tokens.reported.find((entry) => entry.event === 'issued')
    if (!issued) return failed('No token was issued.')
    if (!issued.lifeIsGuess) return ok(`Tokens are good for ${issued.lifeSeconds} seconds.`)
    const observed =
      tokens.grant()?.expiresIn === undefined
        ? 'The answer has no expires_in.'
        : 'expires_in is no number of seconds.'
    return differs(
      observed,
      'The relay takes each token to be good for a minute, and asks the issuer that often.',
    )
  },
}

export const tokenChecks: readonly Check[] = [token, life]
