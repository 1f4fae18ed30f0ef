/** Block elements. Words in different blocks are separate words. */
export const blockTags: readonly string[] =
  'address article aside blockquote br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup option p pre search section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  )

/**
 * Tags of table parts. Parsers drop these tags without a trace outside of a table. White space between cells
 * of a table has no meaning.
 */
const cellTag =
  /<(?:\/(?:caption|t(?:body|d|foot|h|head|r))\s{0,9}>|(?:caption|t(?:body|d|foot|h|head|r))(?=[\s/>]))/gi

/** Returns the same markup with line breaks at the tags of table parts, so that words separated only by such tags stay apart. */
export function separateCells(html: string): string {
  return html.replace(cellTag, (tag) => (tag.startsWith('</') ? `${tag}\n` : `\n${tag}`))
}
