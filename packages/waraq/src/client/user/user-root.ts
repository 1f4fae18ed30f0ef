import { WaraqError } from '@waraq/protocol'
import { userRootsBelow, type UserRoots, type UserService } from '@waraq/protocol/user'
import { absoluteAddress, isPrivateAddress, ownAddress } from '../content-root.ts'

/** A root for each service of user data, or one for all of them. Relative roots are resolved against the page. */
export type UserRootOption = string | URL | Readonly<Record<UserService, string | URL>>

/** The service itself, in its two environments. Each has its own client ids and tokens. */
export const userRoots = {
  prelive: /* @__PURE__ */ userRootsBelow('https://apis-prelive.quran.foundation'),
  production: /* @__PURE__ */ userRootsBelow('https://apis.quran.foundation'),
} as const

/** @throws {WaraqError} `invalid_user_root` */
export function userRootsOf(root: UserRootOption): UserRoots {
  const one = typeof root === 'string' || root instanceof URL
  const { auth, quranReflect } = one ? { auth: root, quranReflect: root } : root
  return { auth: userRoot(auth), quranReflect: userRoot(quranReflect) }
}

/**
 * Returns the root that the paths of operations are appended to: absolute, without a trailing slash. The user's own data is
 * sent there, so it must be https, on a loopback host, or the page's own origin.
 * @throws {WaraqError} `invalid_user_root`
 */
function userRoot(root: string | URL, own: URL | undefined = ownAddress()): string {
  const text = absoluteAddress(root, own)
  const url = URL.canParse(text) ? new URL(text) : refuse('is no address')
  if (!isPrivateAddress(url, own))
    refuse('must use https (http only on a loopback host or on the page’s own origin)')
  if (url.username !== '' || url.password !== '') refuse('must not hold credentials')
  if (/[?#]/.test(String(root))) refuse('must not hold a query or a fragment')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

function refuse(problem: string): never {
  throw new WaraqError({
    code: 'invalid_user_root',
    message: `The root of user data ${problem}. Give an address such as https://example.org/auth, or that of your backend.`,
    details: { problem },
  })
}
