/** Figures, sizes and times as one language writes them. */

/** Forms of a unit by the language's plural rules; `#` stands for the number. `{ one: '# verse', other: '# verses' }`. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

export interface Figures {
  number(value: number): string
  /** "3 verses": the plural form for the number. */
  count(value: number, forms: PluralForms): string
  /** "3.7 MB". */
  bytes(value: number): string
  /** From 0 to 1: "42%". */
  share(value: number): string
  /** "3 minutes ago", "in 57 minutes". No finer than a text that is updated every half minute can be. */
  relativeTime(time: number, now: number): string
  /** "14:05:09" of today. */
  clock(time: number): string
  /** "14:15": to the quarter of an hour, for times within the next day. */
  timeOfDay(time: number): string
  /** "12 January 2026". */
  day(time: number): string
  /** "1.4 s". */
  duration(ms: number): string
  /** The name of a language by its tag. */
  language(tag: string): string
  /** Several names in one sentence: "a, b and c". */
  list(items: readonly string[]): string
}

/** Words for times that are too close for a number. */
interface NearTimes {
  readonly justNow: string
  readonly soon: string
}

function relativeTimes(locale: string, near: NearTimes): Figures['relativeTime'] {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
  return (time, now) => {
    const seconds = (time - now) / 1000
    if (Math.abs(seconds) < 50) return seconds <= 0 ? near.justNow : near.soon
    const minutes = Math.round(seconds / 60)
    if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
    const hours = Math.round(minutes / 60)
    if (Math.abs(hours) < 36) return relative.format(hours, 'hour')
    return relative.format(Math.round(hours / 24), 'day')
  }
}

function sizes(locale: string): Figures['bytes'] {
  const inUnits = (unit: string, digits: number) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  const kilobytes = inUnits('kilobyte', 0)
  const megabytes = inUnits('megabyte', 1)
  const gigabytes = inUnits('gigabyte', 1)
  return (value) => {
    // A size above zero is never shown as zero.
    if (value < 100_000) return kilobytes.format(value > 0 ? Math.max(1, value / 1000) : 0)
    return value < 1_000_000_000 ? megabytes.format(value / 1_000_000) : gigabytes.format(value / 1e9)
  }
}

function durations(locale: string): Figures['duration'] {
  const format = (unit: string, digits: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits })
  const milliseconds = format('millisecond', 0)
  const seconds = format('second', 1)
  return (ms) => (ms < 1000 ? milliseconds.format(ms) : seconds.format(ms / 1000))
}

const quarterMs = 15 * 60_000

/** `locale` also selects the digits if a language has several: `ar-u-nu-arab`. */
export function figuresOf(locale: string, near: NearTimes): Figures {
  const numbers = new Intl.NumberFormat(locale)
  const plurals = new Intl.PluralRules(locale)
  const shares = new Intl.NumberFormat(locale, { style: 'percent' })
  const clocks = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
  const times = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
  const languages = new Intl.DisplayNames([locale], { type: 'language' })
  const lists = new Intl.ListFormat(locale)
  return {
    number: (value) => numbers.format(value),
    count: (value, forms) =>
      (forms[plurals.select(value)] ?? forms.other).replace('#', numbers.format(value)),
    bytes: sizes(locale),
    share: (value) => shares.format(value),
    relativeTime: relativeTimes(locale, near),
    clock: (time) => clocks.format(time),
    timeOfDay: (time) => times.format(Math.round(time / quarterMs) * quarterMs),
    day: (time) => days.format(time),
    duration: durations(locale),
    language: (tag) => languages.of(tag) ?? tag,
    list: (items) => lists.format(items),
  }
}
