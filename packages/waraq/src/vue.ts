/** Composables for Vue 3.5: the answers of an application as refs. */
export { useApp, useLiveQuery, WaraqPlugin } from './bindings/vue/vue.ts'
export type { AppQuery } from './app/create-waraq.ts'
export type { LiveAnswer } from './app/answers.ts'
