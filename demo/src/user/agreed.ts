export const agreedKey = 'waraq.choices.1'

type Fields = Readonly<Record<string, unknown>>

interface Noted {
  readonly account: string
  readonly choices: Readonly<Partial<Record<string, Fields>>>
}

/**
 * The choices that this device and an account last had in common, by concern. They show what was changed on either side
 * since then. Empty if another account was here last, or if nothing can be stored.
 */
export class Agreed {
  #record: Noted
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>

  constructor(account: string, storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage
    this.#record = { account, choices: {} }
    try {
      const kept = JSON.parse(storage.getItem(agreedKey) ?? 'null') as Noted | null
      if (kept?.account === account && kept.choices instanceof Object) this.#record = kept
    } catch {
      // Same as on a device that the account has never used.
    }
  }

  get(concern: string): Fields | null {
    return this.#record.choices[concern] ?? null
  }

  set(concern: string, choices: Fields): void {
    const { account } = this.#record
    this.#record = { account, choices: { ...this.#record.choices, [concern]: choices } }
    try {
      this.#storage.setItem(agreedKey, JSON.stringify(this.#record))
    } catch {
      // If it is not stored, the account's choices count the next time.
    }
  }
}
