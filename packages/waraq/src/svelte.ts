/** Functions for components of Svelte 5: the answers of an application as reactive objects. */
export { setApp, useApp, useLiveQuery } from './bindings/svelte/svelte.ts'
export type { AppQuery } from './app/create-waraq.ts'
export type { LiveAnswer } from './app/answers.ts'
