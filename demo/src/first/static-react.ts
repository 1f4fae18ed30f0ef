/**
 * React without React: renders components once into elements of the page, without changing state, effects or listeners.
 * `static-components.ts` of the build substitutes it for React in the modules that write the first text, so that the
 * components that React takes over also write that text. It implements only what those components use.
 */

type Props = Readonly<Record<string, unknown>> & { readonly children?: unknown }
type Component = (props: Props) => unknown

interface Context<T> {
  value: T
}

interface Rendered {
  readonly type: string | symbol | Component | Context<unknown>
  readonly props: Props
}

export const Fragment = Symbol('Fragment')
export const StrictMode = Fragment
export const Suspense = Fragment

export function jsx(type: Rendered['type'], props: Props): Rendered {
  return { type, props }
}
export { jsx as jsxs, jsx as jsxDEV }

export function createElement(type: Rendered['type'], props: Props | null, ...children: unknown[]): Rendered {
  return { type, props: children.length === 0 ? { ...props } : { ...props, children } }
}

export function createContext<T>(value: T): Context<T> {
  return { value }
}

export function useContext<T>({ value }: Context<T>): T {
  return value
}

const nothing = () => undefined
const made = <T>(initial: T | (() => T)): T =>
  typeof initial === 'function' ? (initial as () => T)() : initial

export const memo = (component: Component) => component
export const useCallback = <T>(callback: T) => callback
export const useMemo = <T>(make: () => T) => make()
export const useRef = <T>(current: T) => ({ current })
export const useState = <T>(initial: T | (() => T)) => [made(initial), nothing] as const
export const useDeferredValue = <T>(value: T) => value
export const useTransition = () => [false, nothing] as const
export const startTransition = nothing
export const useEffect = nothing
export const useLayoutEffect = nothing
/** Only things that open later use these ids. */
export const useId = () => ''

export function useSyncExternalStore<T>(_: unknown, get: () => T, atFirst = get): T {
  return atFirst()
}

export function use(): never {
  throw new Error('The first text waits for nothing.')
}

const svg = 'http://www.w3.org/2000/svg'

/** Attributes that React spells differently. Attributes of drawings are set by styles. */
const spelled: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for' }

function setStyle({ style }: HTMLElement | SVGElement, values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!name.startsWith('--')) throw new Error(`The first text sets no style but variables: ${name}.`)
    style.setProperty(name, String(value))
  }
}

function setProp(element: HTMLElement | SVGElement, name: string, value: unknown): void {
  if (name === 'style') return setStyle(element, value as Readonly<Record<string, unknown>>)
  const isText = /^(?:aria|data)-/.test(name)
  if (value === undefined || value === null || (value === false && !isText)) return
  const attribute = spelled[name] ?? (element.namespaceURI === svg ? name : name.toLowerCase())
  element.setAttribute(attribute, value === true && !isText ? '' : String(value))
}

/** Whether a prop is only for React, or not part of the markup. */
function isAside(name: string): boolean {
  return /^(?:children|key|ref|suppressHydrationWarning|on[A-Z].*)$/.test(name)
}

function appendElement(into: Element, type: string, props: Props): void {
  const { ownerDocument: page, namespaceURI } = into
  const isDrawing = type === 'svg' || namespaceURI === svg
  const element = isDrawing ? page.createElementNS(svg, type) : page.createElement(type)
  for (const [name, value] of Object.entries(props)) if (!isAside(name)) setProp(element, name, value)
  append(element, props.children)
  into.append(element)
}

function appendWithin<T>(into: Element, context: Context<T>, value: T, children: unknown): void {
  const before = context.value
  context.value = value
  append(into, children)
  context.value = before
}

/** Renders `node` at the end of an element, as React would. */
export function append(into: Element, node: unknown): void {
  if (node === null || node === undefined || typeof node === 'boolean' || node === '') return
  if (typeof node === 'string' || typeof node === 'number') return into.append(String(node))
  if (Array.isArray(node)) return node.forEach((each: unknown) => append(into, each))
  const { type, props } = node as Rendered
  if (typeof type === 'string') appendElement(into, type, props)
  else if (typeof type === 'function') append(into, type(props))
  else if (typeof type === 'symbol') append(into, props.children)
  else appendWithin(into, type, props['value'], props.children)
}
