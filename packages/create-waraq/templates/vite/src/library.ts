import { createWaraq } from 'waraq'

// What everybody has who opens this application, kept current: now, about every hour, when the reader returns, when the network is back.
export const app = createWaraq({ content: ['translations:20'] })
