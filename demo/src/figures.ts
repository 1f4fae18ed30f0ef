/** Figures and times in words of one language. */

/** Of all figures, times and texts in `words.ts`. */
const locale = 'en'

const number = new Intl.NumberFormat(locale)
const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })

export function count(value: number, unit: string, units = `${unit}s`): string {
  return `${number.format(value)} ${value === 1 ? unit : units}`
}

export function bytes(value: number): string {
  if (value < 100_000) return `${number.format(Math.round(value / 1000))} kB`
  if (value < 1_000_000_000) return `${tenths.format(value / 1_000_000)} MB`
  return `${tenths.format(value / 1_000_000_000)} GB`
}

/** "3 minutes ago", "in 57 minutes"; nothing finer than what a line renewed every half minute can promise. */
export function relativeTime(time: number, now: number): string {
  const seconds = (time - now) / 1000
  if (Math.abs(seconds) < 50) return seconds <= 0 ? 'just now' : 'in less than a minute'
  const minutes = Math.round(seconds / 60)
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  if (Math.abs(hours) < 36) return relative.format(hours, 'hour')
  return relative.format(Math.round(hours / 24), 'day')
}
