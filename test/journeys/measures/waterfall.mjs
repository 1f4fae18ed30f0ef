const columns = 60

/** @param {string} url */
function shortName(url) {
  const { port, pathname, search } = new URL(url)
  const name = pathname.startsWith('/assets/') ? pathname.slice('/assets/'.length) : `:${port}${pathname}`
  const whole = `${name.replace(/-[\w-]{8}(?=\.\w+$)/, '')}${search}`
  return whole.length > 44 ? `${whole.slice(0, 43)}…` : whole
}

/**
 * Requests one below the other, as text: `.` while a request waits for its answer, `#` while the answer comes.
 *
 * @param {readonly import('./line.mjs').Asked[]} asked
 * @param {number} from when it begins, in milliseconds since the epoch
 * @param {readonly { readonly name: string, readonly at: number }[]} marks moments, in milliseconds after it
 */
export function waterfall(asked, from, marks) {
  const last = Math.max(...marks.map(({ at }) => at))
  const shown = asked.filter(({ at }) => at >= from && at - from <= last)
  const column = (/** @type {number} */ at) =>
    Math.max(0, Math.min(columns, Math.round((at / last) * columns)))
  const rows = shown.map(({ url, at, first, end, bytes }) => {
    const time = (/** @type {number} */ moment) => column(Number.isNaN(moment) ? last : moment - from)
    const [began, answered, ended] = /** @type {const} */ ([time(at), time(first), time(end)])
    const bar = `${' '.repeat(began)}${'.'.repeat(answered - began)}${'#'.repeat(Math.max(1, ended - answered))}`
    const kilobytes = (bytes / 1000).toFixed(1).padStart(7)
    return `${shortName(url).padEnd(44)} ${kilobytes} kB ${String(at - from).padStart(6)} |${bar.slice(0, columns).padEnd(columns)}|`
  })
  const lines = marks.map(
    ({ name, at }) =>
      `${name.padEnd(44)} ${' '.repeat(10)} ${at.toFixed(0).padStart(6)} |${`${' '.repeat(Math.min(column(at), columns - 1))}^`.padEnd(columns)}|`,
  )
  return [...rows, ...lines].join('\n')
}
