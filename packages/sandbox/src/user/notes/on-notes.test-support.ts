import { type Note, NoteResponse } from '@waraq/protocol/user'
import { signedIn, userSandbox } from '../user-data.test-support.ts'

export type SignedIn = Awaited<ReturnType<typeof signedIn>>

/** Two users of one sandbox whose clock can be set. */
export async function twoUsers() {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const sandbox = userSandbox({ now: () => now })
  return {
    amina: await signedIn(sandbox, 'amina'),
    idris: await signedIn(sandbox, 'idris'),
    setClock: (instant: string) => {
      now = Date.parse(instant)
    },
  }
}

/** A user writes a note. */
export async function write(user: SignedIn, body: string, more: object = {}): Promise<Note> {
  return NoteResponse.parse(await user.post('/v1/notes', { body, saveToQR: false, ...more })).data
}

export const bodiesOf = (notes: readonly Note[]) => notes.map(({ body }) => body)
