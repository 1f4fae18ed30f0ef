import { Parser } from 'htmlparser2'

/** Elements that stand within a line. Any other one begins a new line, so that words on both sides stay two words. */
const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q rb rt ruby s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
/** Elements whose content is not shown to readers. */
const unread = new Set(['script', 'style', 'template'])

/** The text with each stretch of white space made one space, and none at the ends. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * The text that a reader sees of content HTML, in one line: markup taken out, entities decoded, the marks of footnotes
 * (`<sup foot_note=ID>1</sup>`) left out. Needs no document, so it works in workers. Never for showing as HTML.
 */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return oneLine(html)
  let text = ''
  /** Elements under way whose content is left out, from the outermost one. */
  let hidden = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      if (hidden > 0 || unread.has(name) || 'foot_note' in attributes) hidden++
      else if (!inline.has(name)) text += ' '
    },
    ontext(data) {
      if (hidden === 0) text += data
    },
    onclosetag(name) {
      if (hidden > 0) hidden--
      else if (!inline.has(name)) text += ' '
    },
  })
  parser.end(html)
  return oneLine(text)
}
