import { watchForBackgroundSync } from './background.ts'
import { GlyphFonts, type Here } from './fonts/glyph-fonts.ts'
import { startKeys } from './keys/start-keys.ts'
import { areWorthAsking } from './names/names.ts'
import type { Observable } from './observable.ts'
import type { Opened } from './start.tsx'
import { isPaused } from './sync/sync-state.ts'
import type { Reader } from './ui/reader-context.ts'

/**
 * Loads names at the start, when the connection or the service is back, and when the reader chooses another language.
 */
function keepNames({ names, settings, sync }: Reader): void {
  let asked = settings.state.get().spoken
  const load = () => void names.load(asked)
  settings.state.subscribe(() => {
    const { spoken } = settings.state.get()
    if (spoken === asked) return
    asked = spoken
    load()
  })
  sync.state.subscribe(() => {
    const times = sync.state.get().status?.subscriptions.map(({ currentAt }) => currentAt) ?? []
    if (areWorthAsking(names.state.get(), times)) load()
  })
  addEventListener('online', load)
  load()
}

/** Starts everything that not even syncing needs. Its code is loaded after the first verse. */
export function startRest(reader: Reader, { store, engine }: Opened, here: Observable<Here>): void {
  const glyphFonts = new GlyphFonts(store, reader.fonts, here)
  const pause = () => glyphFonts.setPaused(isPaused(reader.sync.state.get()))
  reader.sync.state.subscribe(pause)
  pause()
  watchForBackgroundSync(engine)
  glyphFonts.start()
  keepNames(reader)
  startKeys(reader)
}
