/** The service's two environments, each of which has its own clients and data. */
export const environments = {
  prelive: {
    authUrl: 'https://prelive-oauth2.quran.foundation',
    contentRoot: 'https://apis-prelive.quran.foundation/content',
    userRoot: 'https://apis-prelive.quran.foundation',
  },
  production: {
    authUrl: 'https://oauth2.quran.foundation',
    contentRoot: 'https://apis.quran.foundation/content',
    userRoot: 'https://apis.quran.foundation',
  },
} as const

export type EnvironmentName = keyof typeof environments

export type ServiceAddresses = Readonly<Record<'authUrl' | 'contentRoot' | 'userRoot', string>>
