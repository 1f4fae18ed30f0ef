import { WaraqError } from '@waraq/contract'
import { isPrivateAddress } from '../content-root.ts'
import { ownAddress } from '../relay-address.ts'

/**
 * The root that operations' paths are joined with: absolute, no slash at the end. What a user wrote goes there, so it must
 * be https, on a loopback host, or the page's own origin.
 * @throws {WaraqError} `invalid_user_root`
 */
export function userRoot(root: string | URL, own: URL | undefined = ownAddress()): string {
  const text = String(root)
  const url = URL.canParse(text, own?.href) ? new URL(text, own?.href) : refuse('is no address')
  const isOwn = /^https?:$/.test(url.protocol) && url.origin === own?.origin
  if (!isPrivateAddress(url) && !isOwn)
    refuse('must use https (http only on a loopback host or on the page’s own origin)')
  if (url.username !== '' || url.password !== '') refuse('must not hold credentials')
  if (/[?#]/.test(text)) refuse('must not hold a query or a fragment')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

function refuse(problem: string): never {
  throw new WaraqError({
    code: 'invalid_user_root',
    message: `The root of user data ${problem}. Give an address such as https://example.org/auth, or that of your backend.`,
    details: { problem },
  })
}
