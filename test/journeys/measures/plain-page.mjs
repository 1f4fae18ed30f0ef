/**
 * What the reader is held against: a page without library, engine or framework that fetches one file of JSON, which the
 * browser has in its cache, and shows the same chapter with the same styles and fonts.
 */

/** Runs in the page, and stands alone. */
async function showChapter() {
  const chapter = await (await fetch('/assets/plain.json')).json()
  const list = document.createElement('ol')
  list.className = 'verses'
  for (const { arabic, translations } of chapter) {
    const verse = list.appendChild(document.createElement('li'))
    verse.className = 'verse'
    const text = verse.appendChild(document.createElement('p'))
    text.className = 'verse-arabic'
    text.lang = 'ar'
    text.dir = 'rtl'
    text.textContent = arabic
    for (const each of translations) {
      const translation = verse.appendChild(document.createElement('div'))
      translation.className = 'verse-translation'
      translation.textContent = each
    }
  }
  document.querySelector('article')?.append(list)
}

/** Runs in the reader's page: the chapter as it is shown there. */
export function readShown() {
  /** @param {Element} of @param {string} selector */
  const texts = (of, selector) =>
    [...of.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '')
  return [...document.querySelectorAll('.verse')].map((verse) => ({
    arabic: texts(verse, '.verse-arabic').join(' '),
    translations: texts(verse, '.verse-translation'),
  }))
}

/**
 * Puts the page among the files that the reader's server has, as `/plain.html`. To be opened without the reader's service
 * worker, which answers every navigation with the reader.
 *
 * @param {Map<string, import('../../../demo/scripts/built-files.mjs').BuiltFile>} files
 * @param {ReturnType<typeof readShown>} chapter
 */
export function addPlainPage(files, chapter) {
  const reader = files.get('/index.html')?.body.toString() ?? ''
  const styles = reader.match(/<link rel="stylesheet"[^>]*>/g)?.join('') ?? ''
  const html = `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><script src="/first-paint.js"></script>${styles}<script type="module" src="/assets/plain.js"></script></head><body><div class="shell"><div class="content"><main><article class="reading chapter"><h1>Chapter</h1></article></main></div></div></body></html>`
  const kept = 'public, max-age=31536000, immutable'
  /** @type {[string, string, string, string][]} */
  const added = [
    ['/plain.html', html, 'text/html; charset=utf-8', 'no-cache'],
    ['/assets/plain.js', `(${showChapter.toString()})()`, 'text/javascript; charset=utf-8', kept],
    ['/assets/plain.json', JSON.stringify(chapter), 'application/json; charset=utf-8', kept],
  ]
  for (const [path, body, type, caching] of added) files.set(path, { body: Buffer.from(body), type, caching })
}
