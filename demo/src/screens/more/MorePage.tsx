import { accountHref, settingsHref, storageHref } from '../../routes/route.ts'
import { useWords } from '../../ui/hooks.ts'
import { ForwardIcon, PersonIcon, SettingsIcon, StorageIcon } from '../../ui/Icons.tsx'
import { Screen } from '../../ui/Screen.tsx'

const entries = [
  { name: 'account', href: accountHref, icon: <PersonIcon /> },
  { name: 'storage', href: storageHref, icon: <StorageIcon /> },
  { name: 'settings', href: settingsHref, icon: <SettingsIcon /> },
] as const

/** Links to the pages that do not fit in the navigation of a phone. */
export function MorePage() {
  const words = useWords()
  return (
    <Screen title={words.more.title} name="more">
      <ul className="card more-links">
        {entries.map(({ name, href, icon }) => (
          <li key={name}>
            <a href={href}>
              {icon}
              <span className="more-words">
                <span>{words.navigation[name]}</span>
                <span className="hint">{words.more[name]}</span>
              </span>
              <ForwardIcon />
            </a>
          </li>
        ))}
      </ul>
    </Screen>
  )
}
