/** Plots by hand: a few shapes, readable in light and in dark. */

export interface Bar {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  /** Shown in colour. */
  readonly own: boolean
}

export interface Series {
  readonly label: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

const width = 760
const style = `<style>
  text { font: 13px system-ui, sans-serif; fill: #22241f }
  .title { font-weight: 600; font-size: 15px }
  .soft { fill: #635f54 }
  .bar { fill: #9a958a } .own { fill: #1f7a5c } .line, .grid { fill: none; stroke: #d8d2c4 } .whisker { stroke: #22241f }
  @media (prefers-color-scheme: dark) {
    text { fill: #ece9e1 } .soft { fill: #a9a496 } .bar { fill: #77736a } .own { fill: #4fb892 }
    .line, .grid { stroke: #4a473f } .whisker { stroke: #ece9e1 }
  }
</style>`
const colours = ['#1f7a5c', '#b5651d', '#5b6ab5', '#a83e6b']

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escape(content)}</text>`
}

function drawing(height: number, title: string, shapes: readonly string[]): string {
  const box = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`
  const open = `<svg xmlns="http://www.w3.org/2000/svg" ${box} role="img" aria-label="${escape(title)}">`
  return [open, style, text(12, 24, title, 'class="title"'), ...shapes, '</svg>', ''].join('\n')
}

const short = (value: number) =>
  Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 4 })

/** Shorter is better. The thin line goes from the least to the greatest measurement. */
export function barChart(title: string, unit: string, bars: readonly Bar[]): string {
  const [left, right, row, top] = [200, 90, 28, 40]
  const most = Math.max(...bars.map(({ max }) => max))
  const across = (value: number) => (value / most) * (width - left - right)
  const shapes = bars.flatMap(({ label, value, min, max, own }, index) => {
    const y = top + index * row
    const middle = y + row / 2
    return [
      text(left - 8, middle + 4, label, 'text-anchor="end"'),
      `<rect class="${own ? 'own' : 'bar'}" x="${left}" y="${y + 5}" width="${across(value).toFixed(1)}" height="${row - 10}" rx="2"/>`,
      `<path class="whisker" d="M${(left + across(min)).toFixed(1)} ${middle}H${(left + across(max)).toFixed(1)}"/>`,
      text(left + across(max) + 6, middle + 4, `${short(value)} ${unit}`, 'class="soft"'),
    ]
  })
  return drawing(top + bars.length * row + 12, title, shapes)
}

export interface LineOptions {
  readonly title: string
  readonly unit: string
  readonly xTitle: string
  /** Tenfold steps on both axes. Default: even steps from 0. */
  readonly logarithmic?: boolean
}

export function lineChart(
  { title, unit, xTitle, logarithmic = false }: LineOptions,
  series: readonly Series[],
): string {
  const [left, right, top, bottom, height] = [70, 190, 48, 50, 340]
  const points = series.flatMap((each) => each.points)
  const scale = (value: number) => (logarithmic ? Math.log10(value) : value)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [x0, x1] = [scale(Math.min(...xs)), scale(Math.max(...xs))]
  const [y0, y1] = [
    logarithmic ? scale(Math.min(...ys)) - 0.1 : 0,
    scale(Math.max(...ys)) + (logarithmic ? 0.1 : 0),
  ]
  const px = (x: number) => left + ((scale(x) - x0) / (x1 - x0 || 1)) * (width - left - right)
  const py = (y: number) => height - bottom - ((scale(y) - y0) / (y1 - y0 || 1)) * (height - top - bottom)
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const at = y0 + share * (y1 - y0)
    return logarithmic ? 10 ** at : at
  })
  const axes = [
    ...ticks.flatMap((tick) => [
      `<path class="grid" d="M${left} ${py(tick).toFixed(1)}H${width - right}"/>`,
      text(left - 8, py(tick) + 4, short(tick), 'class="soft" text-anchor="end"'),
    ]),
    ...[...new Set(xs)].map((x) =>
      text(px(x), height - bottom + 20, short(x), 'class="soft" text-anchor="middle"'),
    ),
    text(left, height - 10, `${xTitle}; ${unit}`, 'class="soft"'),
  ]
  const lines = series.flatMap(({ label, points: own }, index) => {
    const colour = colours[index % colours.length]!
    const path = own.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${px(x).toFixed(1)} ${py(y).toFixed(1)}`)
    const last = own.at(-1)
    return [
      `<path d="${path.join('')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...own.map(
        ({ x, y }) => `<circle cx="${px(x).toFixed(1)}" cy="${py(y).toFixed(1)}" r="3.5" fill="${colour}"/>`,
      ),
      ...(last ? [text(px(last.x) + 10, py(last.y) + 4, label)] : []),
    ]
  })
  return drawing(height, title, [...axes, ...lines])
}
