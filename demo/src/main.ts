import { keptConfig, loadConfig } from './config.ts'
import { noteEarlyPresses } from './first/early-presses.ts'
import { firstText } from './first/first-text.ts'
import { writeText } from './first/write-text.tsx'
import { followContinue } from './settings/follow-continue.ts'
import { applySettings } from './settings/apply-settings.ts'
import { SettingsStore } from './settings/settings-store.ts'
import './styles/index.css'
import { wordsOf } from './words/words.ts'

/** Resolves once the browser has painted the current page, or does not need to paint. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    // A page in the background gets no frames.
    if (document.visibilityState === 'hidden') resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })
}

/** Writes the text of the address, if it is on this device, before it loads the rest of the page. */
async function begin(root: HTMLElement): Promise<void> {
  const settings = new SettingsStore()
  applySettings(settings.state)
  followContinue(settings.state)
  const kept = keptConfig()
  const text = kept && (await firstText(location.hash, settings.state.get()))
  const pressAgain = noteEarlyPresses(root)
  if (text) {
    writeText(root, text, settings, kept)
    await painted()
  }
  const starting = import('./start.tsx')
  const config = kept ?? (await loadConfig().catch(() => null))
  if (!config) {
    root.textContent = wordsOf(settings.state.get().spoken).noConfig
    return
  }
  const { start } = await starting
  await start(root, { config, settings, isFirst: kept === null, text, pressAgain })
}

void begin(document.getElementById('root')!)
