import { WaraqError } from '@waraq/protocol'

/**
 * Throws outside of secure contexts. Browsers offer Web Locks, by which tabs agree on one writer, and `crypto.randomUUID`
 * only there.
 * @throws {WaraqError} `insecure_context`
 */
export function checkSecureContext({ crypto }: { readonly crypto?: Partial<Crypto> } = globalThis): void {
  if (crypto?.randomUUID) return
  throw new WaraqError({
    code: 'insecure_context',
    message:
      'This page cannot sync: browsers give what it takes (crypto.randomUUID, Web Locks) to secure contexts only. Serve the page over HTTPS, or from localhost; a browser from before 2022 needs an update.',
  })
}
