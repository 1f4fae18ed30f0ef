import { busyNames, busyWorks } from '../cases/busy-reader.ts'
import { concurrencies, concurrencyNames, networks } from '../cases/concurrency.ts'
import { growthNames, growthSizes } from '../cases/growth.ts'
import { libraryNames } from '../cases/library.ts'
import type { Figures } from './figures.ts'
import { barChart, lineChart, type Series } from './svg.ts'

export interface Drawn {
  readonly file: string
  readonly title: string
  readonly svg: string
}

function bars(figures: Figures, name: string): Drawn[] {
  const result = figures.case(name)
  if (!result || Object.keys(result.variants).length === 0) return []
  const own = Object.entries(result.variants)
    .map(([label, { median, min, max }]) => {
      return { label, value: median, min, max, own: label.startsWith('waraq') }
    })
    .sort((a, b) => a.value - b.value)
  const file = `${name.replace(/[^a-z0-9]+/gi, '-').toLowerCase()}.svg`
  return [{ file, title: name, svg: barChart(name, result.unit, own) }]
}

function seriesOf(
  figures: Figures,
  label: string,
  xs: readonly number[],
  place: (x: number) => readonly [name: string, variant: string],
): Series[] {
  const points = xs
    .map((x) => ({ x, y: figures.median(...place(x)) }))
    .filter(({ y }) => Number.isFinite(y) && y > 0)
  return points.length > 1 ? [{ label, points }] : []
}

function growth(figures: Figures): Drawn[] {
  const series = ['waraq', 'RAW'].flatMap((variant) =>
    seriesOf(figures, variant, growthSizes, (rows) => [growthNames(rows).perRow, variant]),
  )
  if (series.length === 0) return []
  const title = 'time per row of a load, by rows'
  const options = { title, unit: 'µs per row', xTitle: 'rows', logarithmic: true }
  return [{ file: 'growth.svg', title, svg: lineChart(options, series) }]
}

function concurrency(figures: Figures): Drawn[] {
  return networks.flatMap(({ title: network }, index) => {
    const { first, all } = concurrencyNames(network)
    const series = [
      ...seriesOf(figures, 'first readable', concurrencies, (many) => [first, `${many} at a time`]),
      ...seriesOf(figures, 'all readable', concurrencies, (many) => [all, `${many} at a time`]),
    ]
    if (series.length === 0) return []
    const title = `bootstrap of 10 translations, ${network}`
    const options = { title, unit: 'ms', xTitle: 'snapshots at a time' }
    return [{ file: `concurrency-${index + 1}.svg`, title, svg: lineChart(options, series) }]
  })
}

/** Plots of all figures that were measured. */
export function drawPlots(figures: Figures): Drawn[] {
  const [small, large] = [libraryNames('translation'), libraryNames('mushaf')]
  const barNames = [
    large.load,
    small.load,
    large.disk,
    large.memory,
    large.read('a page', 'warm'),
    ...busyWorks.map((work) => busyNames(work).figure('p99')),
  ]
  return [...barNames.flatMap((name) => bars(figures, name)), ...growth(figures), ...concurrency(figures)]
}
