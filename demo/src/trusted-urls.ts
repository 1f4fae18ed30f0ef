/** TypeScript's library lacks Trusted Types. This is the part that is used here. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string }
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

function ownScript(url: string): string {
  const resolved = new URL(url, location.href)
  if (resolved.origin !== location.origin) throw new TypeError('Scripts come from the own origin only.')
  return resolved.href
}

const policy = trustedTypes?.createPolicy('waraq', { createScriptURL: ownScript })

/** The address of a worker's script as the Content-Security-Policy demands it: a `TrustedScriptURL`, typed as a string. */
export function scriptUrl(url: string): string {
  return policy ? policy.createScriptURL(url) : ownScript(url)
}
