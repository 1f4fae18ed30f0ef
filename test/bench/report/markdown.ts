import { cpus, release, totalmem, type } from 'node:os'
import type { CaseResult } from '../node/results.ts'
import type { Setting } from '../node/setting.ts'
import { Figures } from './figures.ts'
import { judge, targets, type Target } from './targets.ts'

export interface Circumstances {
  /** Name and version. */
  readonly browser: string
  readonly setting: Setting
  readonly rounds: number
  readonly began: Date
}

/** A plot and the word under which the report shows it. */
export interface Plot {
  readonly file: string
  readonly title: string
}

/** Three digits are all that a machine like this can vouch for. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value === 0) return '0'
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 6 })
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(line)]
}

function bounded({ bound, unit }: Target): string {
  if ('most' in bound) return `at most ${number(bound.most)}${unit && ` ${unit}`}`
  if ('least' in bound) return `at least ${number(bound.least)}${unit && ` ${unit}`}`
  return `below ${number(bound.below)}${unit && ` ${unit}`}`
}

function targetTable(figures: Figures): string[] {
  const rows = targets.map((target) => {
    const { value, is, spread, isSure } = judge(target, figures)
    const measured = Number.isNaN(value) ? '–' : `${number(value)}${target.unit && ` ${target.unit}`}`
    return [
      target.claim,
      bounded(target),
      measured,
      spread ? spread.map(number).join(' to ') : '–',
      is === 'not measured' || isSure ? is : `${is}, not sure`,
    ]
  })
  return table(['target', 'bound', 'measured', 'rounds', ''], rows)
}

function caseSection({ name, unit, variants, couldNot = {} }: CaseResult, figures: Figures): string[] {
  const [raw, best] = [figures.raw(name), figures.bestPeer(name)]
  const ratio = (value: number, to: number) => (Number.isFinite(value / to) ? `${number(value / to)}x` : '–')
  const measured = Object.entries(variants).map(([variant, { median, min, max, n }]) => [
    variant,
    `${number(median)} ${unit}`,
    number(min),
    number(max),
    String(n),
    ratio(median, raw),
    ratio(median, best),
  ])
  const failures = Object.entries(couldNot).map(
    ([variant, reason]) => `- ${variant} could not run: ${reason}`,
  )
  const head = ['variant', 'median', 'min', 'max', 'n', 'to RAW', 'to best peer']
  return ['', `### ${name}`, '', ...table(head, measured), ...(failures.length > 0 ? ['', ...failures] : [])]
}

function machine(): string {
  const processors = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${processors.length} x ${processors[0]?.model.trim() ?? 'unknown processor'}, ${memory}, ${type()} ${release()}`
}

function slowness({ slow }: Setting): string[] {
  if (slow === 1) return []
  return [
    `- The page is slowed ${slow} times, and the variants work in it: Chromium slows no workers. Its storage process and the service are as fast as ever.`,
  ]
}

export function markdown(
  results: readonly CaseResult[],
  plots: readonly Plot[],
  { browser, setting, rounds, began }: Circumstances,
): string {
  const figures = new Figures(results)
  return [
    '# Benchmarks',
    '',
    `- Machine: ${machine()}; Node ${process.versions.node}`,
    `- Browser: ${browser}, a fresh profile on disk for each measurement`,
    ...slowness(setting),
    `- Began ${began.toISOString()}; ${rounds} round${rounds === 1 ? '' : 's'}, all variants interleaved`,
    '- Figures are medians over rounds. What counts are ratios within this run: the machine has its moods.',
    '- A verdict is sure where each of three or more rounds says the same by itself.',
    '- RAW is bare IndexedDB: a record a row, one transaction, no index, stretches read as ranges of the primary key.',
    '- 84,000 rows stands for the 84,270 of `mushafs:1`.',
    '',
    '## Targets',
    '',
    ...targetTable(figures),
    '',
    ...plots.flatMap(({ file, title }) => [`![${title}](${file})`, '']),
    '## Figures',
    ...results.flatMap((result) => caseSection(result, figures)),
    '',
  ].join('\n')
}
