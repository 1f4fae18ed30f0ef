import { invalidRequest } from '../parts/refusal.ts'

const letters = '[\\p{L}\\p{M}\\p{N}_]'
const wholeName = new RegExp(`^#?(${letters}{1,100})$`, 'u')
const nameInText = new RegExp(`(?<!${letters}|[#&/])#(${letters}{1,100})(?!${letters})`, 'gu')

/**
 * Returns the name of a tag without its optional `#`. The API documentation does not define the pattern of tags. Here it is
 * 1 to 100 letters, digits and underscores of any script, as hashtags are elsewhere.
 * @throws {Refusal} 400
 */
export function tagName(text: string): string {
  const name = wholeName.exec(text.normalize('NFC'))?.[1]
  if (name === undefined) throw invalidRequest('A tag is one word of letters, digits and underscores.')
  return name
}

/** The names of the hashtags in a text, in their order. The fragment of an address is not a hashtag. */
export function tagNamesIn(text: string): string[] {
  return [...text.normalize('NFC').matchAll(nameInText)].map((found) => found[1]!)
}

/** The form that all spellings of a tag share. Tags ignore case. */
export function tagKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** The same form for a searched text, which may start with the `#`. */
export function wantedTagKey(text: string): string {
  return tagKey(text.trim().replace(/^#/, ''))
}
