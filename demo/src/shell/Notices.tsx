import { noticesOf, type Notice, type NoticeAction } from '../sync/notices.ts'
import { reloadIntoNewest } from '../updates.ts'
import { useSettings, useSync, useWords } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'

function NoticeItem({ notice }: { readonly notice: Notice }) {
  const words = useWords()
  const { spoken } = useSettings()
  const { sync, names } = useReader()
  const act: Readonly<Record<NoticeAction, () => void>> = {
    retry: () => {
      // The button disappears with its notice; without this the keyboard would lose its place in the page.
      document.getElementById('main')?.focus()
      sync.retry()
      void names.load(spoken)
    },
    reload: reloadIntoNewest,
  }
  return (
    <div className="notice" data-testid={`notice-${notice.id}`} data-role={notice.role}>
      <div className="notice-words">
        <p className="notice-title">{notice.title}</p>
        <p className="notice-text">{notice.text}</p>
      </div>
      {notice.actions.length > 0 && (
        <div className="notice-actions">
          {notice.actions.map((action, index) => (
            <button
              key={action}
              type="button"
              className={index === 0 ? 'button strong' : 'button'}
              onClick={act[action]}
            >
              {words[action]}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/**
 * Stands above every page. The two live regions are always in the page: screen readers announce text that appears inside a
 * live region, but often not a region that appears together with its text.
 */
export function Notices({ narrow }: { readonly narrow: boolean }) {
  const words = useWords()
  const notices = noticesOf(useSync(), words)
  return (
    <section className={narrow ? 'notices narrow' : 'notices'} aria-label={words.notices.region}>
      {(['alert', 'status'] as const).map((role) => (
        <div key={role} role={role}>
          {notices
            .filter((notice) => notice.role === role)
            .map((notice) => (
              <NoticeItem key={notice.id} notice={notice} />
            ))}
        </div>
      ))}
    </section>
  )
}
