/** Primitives for Solid 1.9: the answers of an application as accessors. */
export { useApp, useLiveQuery, WaraqProvider } from './bindings/solid/solid.ts'
export type { WaraqProviderProps } from './bindings/solid/solid.ts'
export type { AppQuery } from './app/create-waraq.ts'
export type { LiveAnswer } from './app/answers.ts'
