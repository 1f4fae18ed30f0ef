import { waraqServer } from '@waraq/relay'

// Serves content with the application's token, which stays here. In development, `waraq-sandbox` provides credentials and
// addresses.
const server = waraqServer({ authorize: 'everyone', compress: false }) // Next.js compresses automatically

export const GET = (request: Request) => server(request)
