import { createTokenRelay } from '@waraq/relay'

// The options are checked with the first request: a build needs no secret.
const relay = createTokenRelay({
  authUrl: process.env.WARAQ_AUTH_URL!,
  clientId: process.env.WARAQ_CLIENT_ID!,
  clientSecret: process.env.WARAQ_CLIENT_SECRET!,
  allowedOrigins: ['http://localhost:3000'],
  authorize: 'everyone',
})

export const POST = (request: Request) => relay(request)
