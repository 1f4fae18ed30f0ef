import { waraqServer } from '@waraq/relay'

// Content, with the application's token, which stays here. `waraq-sandbox` gives credentials and addresses while you develop.
const server = waraqServer({ authorize: 'everyone', compress: false }) // Next.js compresses by itself

export const GET = (request: Request) => server(request)
