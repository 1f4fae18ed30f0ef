/** The fields of a profile that name its person. Any of them may be missing or empty. */
interface Named {
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly username?: string | null | undefined
}

/** The name by which a person recognises their account: their own name, or else that of the account. Null if there is none. */
export function nameOfProfile({ firstName, lastName, username }: Named): string | null {
  const own = [firstName, lastName].map((each) => each?.trim() ?? '').filter((each) => each !== '')
  return own.join(' ') || username?.trim() || null
}
