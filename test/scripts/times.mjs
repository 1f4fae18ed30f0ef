import { groupOf } from './groups.mjs'

/** @typedef {import('./runner.mjs').FileTime} FileTime */

/** @param {number} seconds */
const inSeconds = (seconds) => `${seconds.toFixed(1)} s`.padStart(9)

/**
 * Where the time of tests went: by group, and the slowest files. Seconds are those of tests, several of which run side by
 * side.
 *
 * @param {readonly FileTime[]} files
 */
export function timesTable(files) {
  /** @type {Map<string, { seconds: number, tests: number, files: number }>} */
  const byGroup = new Map()
  for (const { path, tests, seconds } of files) {
    const sum = byGroup.get(groupOf(path)) ?? { seconds: 0, tests: 0, files: 0 }
    byGroup.set(groupOf(path), {
      seconds: sum.seconds + seconds,
      tests: sum.tests + tests,
      files: sum.files + 1,
    })
  }
  const bySeconds = (/** @type {{ seconds: number }} */ one, /** @type {{ seconds: number }} */ other) =>
    other.seconds - one.seconds
  const groups = [...byGroup].map(([name, sum]) => ({ name, ...sum })).sort(bySeconds)
  return [
    'Time of tests by group:',
    ...groups.map(
      (each) => `${inSeconds(each.seconds)}  ${each.name} (${each.tests} tests in ${each.files} files)`,
    ),
    'The twenty slowest files:',
    ...[...files]
      .sort(bySeconds)
      .slice(0, 20)
      .map(({ seconds, path }) => `${inSeconds(seconds)}  ${path}`),
  ].join('\n')
}
