/** Values of attributes in their canonical form. Undefined for a value that is not kept. */

/** A language tag in its canonical spelling: `AR-arab` is `ar-Arab`. */
export function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.trim())[0]
  } catch {
    return undefined
  }
}

export function direction(text: string): 'ltr' | 'rtl' | 'auto' | undefined {
  const word = text.trim().toLowerCase()
  return word === 'ltr' || word === 'rtl' || word === 'auto' ? word : undefined
}

const longestAddress = 2_048

/** The site whose editors write the texts: a path such as `/2/255` in them is one of its pages. */
const ownSite = 'https://quran.com'

/** An absolute https address in the browser's spelling. An address with a name or password in it misleads, and is refused. */
export function httpsAddress(text: string): string | undefined {
  try {
    const isPath = /^\s*\/(?![/\\])/.test(text)
    const { protocol, username, password, href } = new URL(text, isPath ? ownSite : undefined)
    return protocol === 'https:' && !username && !password && href.length <= longestAddress ? href : undefined
  } catch {
    return undefined
  }
}

/** How many columns or rows a cell takes, where it takes more than its own. */
export function cellSpan(text: string): number | undefined {
  const span = /^\s*[1-9][0-9]{0,2}\s*$/.test(text) ? Number(text) : 1
  return span > 1 ? span : undefined
}

export function footnoteId(text: string): number | undefined {
  const id = /^\s*[1-9][0-9]*\s*$/.test(text) ? Number(text) : 0
  return id > 0 && Number.isSafeInteger(id) ? id : undefined
}
