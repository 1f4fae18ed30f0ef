import { goToNeighbour, playOrPause, pressTool, toggleHiding } from '../keys/page-actions.ts'
import { homeHref, libraryHref, planHref, savedHref, searchHref, settingsHref } from '../routes/route.ts'
import { placeHref } from '../settings/place-href.ts'
import { latestPlace, modes, textSizes, themes, type Settings } from '../settings/settings.ts'
import { useSettings, useWords } from '../ui/hooks.ts'
import { jumping } from '../ui/jumping.ts'
import { useReader } from '../ui/reader-context.ts'
import { languages, ownNames } from '../words/language.ts'
import { goTo } from './go-to.ts'
import { useGoingWords } from './going-words.ts'

/** A page to go to or an action to run. */
export interface Command {
  readonly id: string
  readonly name: string
  /** The key that does the same. */
  readonly key?: string
  readonly run: () => void
}

/** All commands that work anywhere, each with the name that a person searches for. */
export function useCommands(): readonly Command[] {
  const { mode: modeName, theme: themeName, language: languageName, commands: names, keys } = useGoingWords()
  const { settings: says, reading } = useWords()
  const { settings, player } = useReader()
  const { theme, mode, spoken, arabicSize, places } = useSettings()
  const latest = latestPlace(places)
  const go = (id: keyof typeof names, href: string): Command => ({
    id,
    name: names[id],
    run: () => goTo(href),
  })
  const command = (id: keyof typeof names, run: () => unknown, key?: string): Command => ({
    id,
    name: names[id],
    run: () => void run(),
    ...(key !== undefined && { key }),
  })
  const size = (id: 'larger' | 'smaller'): Command[] => {
    const at = textSizes.findIndex((each) => each >= arabicSize) + (id === 'larger' ? 1 : -1)
    const next = textSizes[at]
    return next === undefined ? [] : [command(id, () => settings.change({ arabicSize: next }))]
  }
  /** One command for each value of a setting that is not the current one. */
  const others = <Name extends 'mode' | 'theme' | 'language'>(
    setting: Name,
    values: readonly Settings[Name][],
    chosen: Settings[Name],
    name: (value: Settings[Name]) => string,
  ): Command[] =>
    values
      .filter((each) => each !== chosen)
      .map((each) => ({
        id: `${setting} ${each}`,
        name: name(each),
        run: () => settings.change({ [setting]: each }),
      }))
  return [
    ...(latest ? [go('continue', placeHref(latest.kind, latest.place))] : []),
    go('home', homeHref),
    go('library', libraryHref),
    go('searchPage', searchHref()),
    go('saved', savedHref()),
    go('settings', settingsHref),
    command('next', () => goToNeighbour('next'), 'n'),
    command('previous', () => goToNeighbour('prev'), 'p'),
    command('play', () => playOrPause(player), keys.space),
    command('favorite', () => pressTool('favorite'), 'b'),
    command('copy', () => pressTool('copy'), 'c'),
    command('hide', () => toggleHiding(), 'h'),
    go('plan', planHref),
    command('text', () => jumping.set({ open: 'text' })),
    ...others('mode', modes, mode, (each) => modeName(reading.modes[each])),
    ...size('larger'),
    ...size('smaller'),
    ...others('theme', themes, theme, (each) => themeName(says.themes[each])),
    ...others('language', languages, spoken, (each) => languageName(ownNames[each!])),
    command('keys', () => jumping.set({ open: 'keys' }), '?'),
  ]
}
