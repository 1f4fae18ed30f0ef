import { keptConfig, loadConfig } from './config.ts'
import { openLibrary } from './library.ts'
import { applySettings } from './settings/apply-settings.ts'
import { SettingsStore } from './settings/settings-store.ts'
import './styles/index.css'
import { wordsOf } from './words/words.ts'

/** Opens the library and reads what the page shows first, while the scripts that show it are still loading. */
async function begin(root: HTMLElement): Promise<void> {
  const settings = new SettingsStore()
  applySettings(settings.state)
  const config = keptConfig() ?? (await loadConfig().catch(() => null))
  if (!config) {
    root.textContent = wordsOf(settings.state.get().spoken).noConfig
    return
  }
  const library = openLibrary(config, settings.state.get())
  const { start } = await import('./start.tsx')
  await start(root, { config, settings, ...library })
}

void begin(document.getElementById('root')!)
