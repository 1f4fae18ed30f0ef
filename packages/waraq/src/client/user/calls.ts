import type { UserCallOptions } from './call-options.ts'
import type { Operation, Paging } from './operation.ts'

/** Types of a catalogue's operations as functions. Arguments and answers are inferred from their schemas. */

type Input<S> = S extends { readonly _zod: { readonly input: infer In } } ? In : never
type Output<S> = S extends { readonly _zod: { readonly output: infer Out } } ? Out : never

type ParametersOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [Name, ...ParametersOf<Rest>]
  : []

type ParameterValues<Names extends readonly unknown[], Params> = {
  [Index in keyof Names]: Names[Index] extends keyof Params ? Input<Params[Names[Index]]> : string
}

type BodyArgument<O> = O extends { readonly body: infer S } ? [body: Input<S>] : []

type QueryArguments<O> = O extends { readonly query: infer S }
  ? Record<never, never> extends Input<S>
    ? [query?: Input<S>, options?: UserCallOptions]
    : [query: Input<S>, options?: UserCallOptions]
  : [options?: UserCallOptions]

/** The path parameters in their order, the body, the query and the call options. */
export type Arguments<O extends Operation> = [
  ...ParameterValues<ParametersOf<O['path']>, O['params']>,
  ...BodyArgument<O>,
  ...QueryArguments<O>,
]

/** The type of the answer, as far as it is documented. A file is returned as it is. */
export type Answer<O extends Operation> = O['answer'] extends 'file'
  ? Blob
  : O['answer'] extends 'json'
    ? unknown
    : Output<O['answer']>

type ItemOf<Page> = Page extends { readonly data: readonly (infer Item)[] }
  ? Item
  : Page extends { readonly data: { readonly bookmarks?: readonly (infer Item)[] | undefined } }
    ? Item
    : Page extends { readonly comments: readonly (infer Item)[] }
      ? Item
      : Page extends { readonly replies: readonly (infer Item)[] }
        ? Item
        : never

/** An operation as a function. `each` iterates over the items of a list, and requests its pages as they are needed. */
export type Call<O extends Operation> = ((...args: Arguments<O>) => Promise<Answer<O>>) &
  (O extends { readonly paging: Paging }
    ? { readonly each: (...args: Arguments<O>) => AsyncGenerator<ItemOf<Answer<O>>, void, undefined> }
    : unknown)

/** Operations by area. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, Operation>>>>

export type UserClientOf<Operations extends Catalogue> = {
  readonly [Area in keyof Operations]: {
    readonly [Name in keyof Operations[Area]]: Call<Operations[Area][Name]>
  }
}
