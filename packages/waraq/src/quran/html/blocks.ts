/** Elements that stand by themselves: words in different ones are apart. */
export const blockTags: readonly string[] =
  'address article aside blockquote br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup option p pre search section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  )

/** Outside of a table, parsers drop these tags without a trace; spaces between cells of one mean nothing. */
const cellTag =
  /<(?:\/(?:caption|t(?:body|d|foot|h|head|r))\s{0,9}>|(?:caption|t(?:body|d|foot|h|head|r))(?=[\s/>]))/gi

/** The same markup, in which words are apart that only tags of a table's parts separate. */
export function separateCells(html: string): string {
  return html.replace(cellTag, (tag) => (tag.startsWith('</') ? `${tag}\n` : `\n${tag}`))
}
