import { rolldown } from 'rolldown'
import type { Connect, Plugin } from 'vite'

/**
 * Serves each worker's script as one file. The development server would give a worker its modules one by one, which are hundreds,
 * and the tests start hundreds of workers.
 */
export function wholeWorkers(conditions: readonly string[]): Plugin {
  const whole = new Map<string, Promise<string>>()
  let root = ''
  /** The source at an address, as the server resolves those: `/@fs/` and a path, or below its root. */
  const sourceAt = (address: string) => {
    const { pathname } = new URL(address, 'http://localhost')
    return pathname.startsWith('/@fs/') ? pathname.slice('/@fs'.length) : root + pathname
  }
  const answer: Connect.NextHandleFunction = (request, response, next) => {
    if (request.headers['sec-fetch-dest'] !== 'worker' || !request.url?.includes('.ts')) return next()
    const source = sourceAt(request.url)
    const code = whole.get(source) ?? bundle(source, conditions)
    whole.set(source, code)
    code.then((text) => {
      response.setHeader('content-type', 'text/javascript')
      response.end(text)
    }, next)
  }
  return {
    name: 'waraq:whole-workers',
    configResolved: (config) => void (root = config.root),
    configureServer: ({ middlewares }) => void middlewares.use(answer),
  }
}

async function bundle(input: string, conditions: readonly string[]): Promise<string> {
  const build = await rolldown({
    input,
    platform: 'browser',
    resolve: { conditionNames: [...conditions, 'import', 'module', 'browser', 'development'] },
    transform: { define: { 'process.env.NODE_ENV': '"development"' } },
    // Tests put their own modules before the worker's; a package says that its modules have no effects.
    treeshake: false,
  })
  const { output } = await build.generate({ format: 'es', codeSplitting: false })
  await build.close()
  return output[0].code
}
