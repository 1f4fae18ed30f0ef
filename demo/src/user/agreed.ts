export const agreedKey = 'waraq.choices.1'

type Fields = Readonly<Record<string, unknown>>

interface Noted {
  readonly account: string
  readonly choices: Readonly<Partial<Record<string, Fields>>>
}

/**
 * What this device and an account last had in common, by concern, so that what is chosen while neither knows of the other is told
 * apart. Nothing where another account was here last, or where nothing can be stored.
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
      // As on a device where the account never was.
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
      // Without it the account's choices count the next time.
    }
  }
}
