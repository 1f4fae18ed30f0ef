/** The services of user data, each with the path of its root below the address of the service's API. */
export const userServicePaths = { auth: '/auth', quranReflect: '/quran-reflect' } as const
export type UserService = keyof typeof userServicePaths

/** A root for each service, without a slash at the end. */
export type UserRoots = Readonly<Record<UserService, string>>

/**
 * Returns the roots below an address: `https://apis.quran.foundation`, or `/api/user` of a backend that proxies both services.
 */
export function userRootsBelow(base: string): UserRoots {
  const { auth, quranReflect } = userServicePaths
  return { auth: base + auth, quranReflect: base + quranReflect }
}
