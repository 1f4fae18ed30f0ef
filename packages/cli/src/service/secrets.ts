/** Shorter texts are not secrets, and replacing them would damage words. */
const shortest = 4

/** An error may quote only the start of a text. A secret's start of at least this many characters counts as the secret. */
const telling = 12

/**
 * The base64 characters that represent the secret within any longer text, such as `id:secret`: one variant for each of the
 * three possible positions of its first byte. Characters at both ends depend on their neighbours and are left out.
 */
function base64Of(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].map((place) =>
    Buffer.concat([Buffer.alloc(place), bytes])
      .toString('base64')
      .slice(Math.ceil((place * 8) / 6), Math.floor(((place + bytes.length) * 8) / 6)),
  )
}

/** The encoded forms in which a secret may occur. */
function encodedForms(secret: string): string[] {
  const base64 = base64Of(secret)
  const hex = Buffer.from(secret).toString('hex')
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [...base64, ...url, hex, hex.toUpperCase()].filter((form) => form.length >= telling)
}

/** All forms in which a secret may occur: plain, in an address, in JSON, encoded. */
const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams([['', secret]]).toString().slice(1),
  JSON.stringify(secret).slice(1, -1),
  ...encodedForms(secret),
]

/** Removes the secret, and any start of it that is long enough to count. */
function without(text: string, secret: string): string {
  const start = secret.slice(0, telling)
  let rest = text
  let shown = ''
  for (let at = rest.indexOf(start); at >= 0; at = rest.indexOf(start)) {
    let length = start.length
    while (length < secret.length && rest[at + length] === secret[length]) length++
    shown += `${rest.slice(0, at)}[removed]`
    rest = rest.slice(at + length)
  }
  return shown + rest
}

/**
 * The texts that no output may show: client id and secret, and each token as soon as it is issued. Our own messages contain
 * none. This protects against quotations by a service or by an error of the platform.
 */
export class Secrets {
  readonly #forms = new Set<string>()

  add(...secrets: readonly string[]): void {
    for (const secret of secrets)
      if (secret.length >= shortest) for (const form of formsOf(secret)) this.#forms.add(form)
  }

  /** Returns the text without any of them. */
  redact(text: string): string {
    // Longest first, because one form may be part of another.
    return [...this.#forms].sort((one, other) => other.length - one.length).reduce(without, text)
  }
}
