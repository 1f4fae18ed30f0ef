/** A user as the sandbox stores it. `profile.ts` creates the form that other users see. */
export interface Person {
  readonly id: string
  readonly createdAt: string
  readonly username: string
  firstName: string
  lastName: string
  bio: string | null
  country: string | null
  /** The connected account; undefined if there is none. */
  readonly account: { readonly email: string; readonly isPasswordSet: boolean } | undefined
  /** The base of the picture's addresses; undefined without a picture. */
  avatar: string | undefined
  readonly verified: boolean
  readonly isAdmin: boolean
  languageId: number
  /** Determined by the language. */
  languageIsoCode: string
  readonly settings: {
    ayahLanguages: number[]
    reflectionLanguages: number[]
    customized: boolean
    hideFollowSuggestion: boolean
    showFollowFeaturedSuggestion: boolean
  }
}

/** A user of a new sandbox. Missing fields are derived from the name. */
export interface SandboxUser {
  /** Unique. Letters, digits, `.`, `_` and `-`. */
  readonly username: string
  readonly firstName?: string
  readonly lastName?: string
  readonly bio?: string
  readonly country?: string
  readonly email?: string
  /** Whether the user has a connected account. Default true. Without an account, `qdc` adds nothing. */
  readonly connectedAccount?: boolean
  readonly verified?: boolean
  /** Whether the user is an administrator of the entire service. Default false. */
  readonly isAdmin?: boolean
}

/** The default users of a sandbox. They are invented. */
export const sandboxUsers: readonly SandboxUser[] = [
  { username: 'amina', firstName: 'Amina', lastName: 'Rahman', country: 'MY' },
  { username: 'idris', firstName: 'Idris', lastName: 'Okoye', country: 'NG' },
  { username: 'leyla', firstName: 'Leyla', lastName: 'Demir', country: 'TR', verified: true },
  { username: 'tariq', firstName: 'Tariq', lastName: 'Nazari', connectedAccount: false },
  { username: 'maria', firstName: 'Maria', lastName: 'Sousa', country: 'PT', isAdmin: true },
]
