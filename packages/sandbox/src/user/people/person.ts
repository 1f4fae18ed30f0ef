/** A user as the sandbox keeps it. `profile.ts` makes the form that other users see. */
export interface Person {
  readonly id: string
  readonly createdAt: string
  readonly username: string
  firstName: string
  lastName: string
  bio: string | null
  country: string | null
  /** Of the connected account; undefined where there is none. */
  readonly account: { readonly email: string; readonly isPasswordSet: boolean } | undefined
  /** What the picture's addresses are made of; undefined without a picture. */
  avatar: string | undefined
  readonly verified: boolean
  readonly isAdmin: boolean
  languageId: number
  /** Follows the language. */
  languageIsoCode: string
  readonly settings: {
    ayahLanguages: number[]
    reflectionLanguages: number[]
    customized: boolean
    hideFollowSuggestion: boolean
    showFollowFeaturedSuggestion: boolean
  }
}

/** A user of a new sandbox. Missing fields are made up from the name. */
export interface SandboxUser {
  /** Unique. Letters, digits, `.`, `_` and `-`. */
  readonly username: string
  readonly firstName?: string
  readonly lastName?: string
  readonly bio?: string
  readonly country?: string
  readonly email?: string
  /** Default true. Without an account, `qdc` finds nothing to add. */
  readonly connectedAccount?: boolean
  readonly verified?: boolean
  /** An administrator of the whole service. Default false. */
  readonly isAdmin?: boolean
}

/** The users that every sandbox has unless told otherwise. They are invented. */
export const sandboxUsers: readonly SandboxUser[] = [
  { username: 'amina', firstName: 'Amina', lastName: 'Rahman', country: 'MY' },
  { username: 'idris', firstName: 'Idris', lastName: 'Okoye', country: 'NG' },
  { username: 'leyla', firstName: 'Leyla', lastName: 'Demir', country: 'TR', verified: true },
  { username: 'tariq', firstName: 'Tariq', lastName: 'Nazari', connectedAccount: false },
  { username: 'maria', firstName: 'Maria', lastName: 'Sousa', country: 'PT', isAdmin: true },
]
