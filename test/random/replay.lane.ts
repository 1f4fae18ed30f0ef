import { it } from 'vitest'
import { replay } from './kinds.ts'

const which = process.env['WARAQ_REPLAY']!

/** `pnpm test:deep --replay plans:88`: one failure again, as it was printed. */
it(`replays ${which}`, { timeout: 60 * 60_000 }, () => replay(which))
