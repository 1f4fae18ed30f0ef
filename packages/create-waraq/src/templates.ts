/**
 * The applications that can be created. Each is assembled from folders of `templates`, one layered over the other, so that
 * shared files exist only once.
 */
export interface Template {
  readonly title: string
  /** A later folder replaces files of an earlier one; JSON files are merged. */
  readonly layers: readonly string[]
  /** The framework's plugin in the configuration of Vite. */
  readonly plugin?: { readonly imports: string; readonly from: string; readonly call: string }
}

export const templates = {
  vanilla: { title: 'plain TypeScript, with Vite', layers: ['all', 'vite', 'vanilla'] },
  react: {
    title: 'React, with Vite',
    layers: ['all', 'vite', 'jsx', 'react'],
    plugin: { imports: 'react', from: '@vitejs/plugin-react', call: 'react()' },
  },
  vue: {
    title: 'Vue, with Vite',
    layers: ['all', 'vite', 'vue'],
    plugin: { imports: 'vue', from: '@vitejs/plugin-vue', call: 'vue()' },
  },
  svelte: {
    title: 'Svelte, with Vite',
    layers: ['all', 'vite', 'svelte'],
    plugin: { imports: '{ svelte }', from: '@sveltejs/vite-plugin-svelte', call: 'svelte()' },
  },
  next: { title: 'Next.js: pages of a server, and the relay in it', layers: ['all', 'jsx', 'next'] },
} as const satisfies Record<string, Template>

export type TemplateName = keyof typeof templates

export const templateNames = Object.keys(templates) as readonly TemplateName[]

export const isTemplateName = (word: string): word is TemplateName => Object.hasOwn(templates, word)
