import { generateSW } from 'workbox-build'

/**
 * Makes the site available offline, as the tutorial describes: a service worker made by Workbox caches the build. API
 * reports are long and seldom read, so they are cached once they have been opened.
 */

const isReport = /\/(?:assets\/)?api[/_]/

export const registration = (base: string) =>
  `if ('serviceWorker' in navigator) addEventListener('load', () => navigator.serviceWorker.register('${base}service-worker.js'))`

export async function makeServiceWorker(folder: string): Promise<void> {
  const { warnings } = await generateSW({
    swDest: `${folder}/service-worker.js`,
    globDirectory: folder,
    globPatterns: ['**/*.{html,js,css,webp,svg}'],
    globIgnores: ['api/**', 'assets/api_*', 'service-worker.js', 'workbox-*.js'],
    dontCacheBustURLsMatching: /\/assets\//,
    skipWaiting: true,
    clientsClaim: true,
    cleanupOutdatedCaches: true,
    inlineWorkboxRuntime: true,
    sourcemap: false,
    runtimeCaching: [{ urlPattern: isReport, handler: 'StaleWhileRevalidate' }],
  })
  if (warnings.length > 0) throw new Error(warnings.join('\n'))
}
