import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { controlParameter } from '../page/questions.ts'
import { Control } from './control.ts'
import type { BrowserTab, RunningBrowser } from './driver.ts'
import { ProcessGroup } from './process-group.ts'
import { openScreen, webKitGtk } from './screen.ts'

/** Home folders of a user that contain nothing except this browser's profile. */
function homeIn(profile: string): Record<string, string> {
  const folders = {
    HOME: profile,
    XDG_DATA_HOME: join(profile, 'data'),
    XDG_CACHE_HOME: join(profile, 'cache'),
    XDG_CONFIG_HOME: join(profile, 'config'),
  }
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })
  return folders
}

/** A browser with one tab. Its page has to drive itself. */
export async function startByPage(profile: string): Promise<RunningBrowser> {
  const screen = await openScreen()
  const control = await Control.start()
  let group: ProcessGroup | undefined
  return {
    version: 'see the other driver',
    async open(url) {
      if (group) throw new Error('A browser that its page drives has one tab')
      const address = new URL(url)
      address.searchParams.set(controlParameter, control.url)
      const env = { ...homeIn(profile), DISPLAY: screen.display, NO_AT_BRIDGE: '1' }
      group = new ProcessGroup({ command: webKitGtk().browser, args: [address.href], env })
      return tabOf(control)
    },
    suspend: () => group?.signal('SIGSTOP'),
    resume: () => group?.signal('SIGCONT'),
    async kill() {
      await group?.kill()
      await control.close()
      await screen.close()
    },
  }
}

function cannot(what: string): () => Promise<never> {
  return () => Promise.reject(new Error(`A page that drives its browser cannot ${what}`))
}

function tabOf(control: Control): BrowserTab {
  return {
    evaluate: (expression) => control.evaluate(expression),
    goto: cannot('go elsewhere'),
    reload: cannot('reload itself'),
    back: cannot('go back'),
    close: cannot('close itself'),
    screenshot: cannot('take a picture'),
  }
}
