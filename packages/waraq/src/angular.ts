/** Functions for Angular 20 and later: the answers of an application as signals. */
export { injectApp, injectLiveQuery, provideWaraq } from './bindings/angular/angular.ts'
export type { InjectLiveQueryOptions } from './bindings/angular/angular.ts'
export type { AppQuery } from './app/create-waraq.ts'
export type { LiveAnswer } from './app/answers.ts'
