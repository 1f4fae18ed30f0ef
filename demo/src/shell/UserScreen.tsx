import type { ComponentProps, ComponentType } from 'react'
import type { UserScreens } from '../user/user-parts.ts'
import { useObservable } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'
import { NotLoaded, Opening } from './later.tsx'

type Props<Name extends keyof UserScreens> = { readonly name: Name } & ComponentProps<UserScreens[Name]>

/** A screen of what the person keeps, once its code is here. */
export function UserScreen<Name extends keyof UserScreens>({ name, ...props }: Props<Name>) {
  const { parts, failed } = useObservable(useReader().user)
  if (failed) return <NotLoaded />
  if (!parts) return <Opening />
  const Screen = parts[name] as ComponentType<object>
  return <Screen {...props} />
}
