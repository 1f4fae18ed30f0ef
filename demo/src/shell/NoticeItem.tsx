import type { Notice, NoticeAction } from '../sync/notices.ts'
import { reloadIntoNewest } from '../updates.ts'
import { useSettings, useWords } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'

/** A notice with its ways out. Over the text it can be put away; the details of syncing have it then. */
export function NoticeItem(props: {
  readonly notice: Notice
  readonly onPutAway?: (() => void) | undefined
}) {
  const { notice, onPutAway } = props
  const words = useWords()
  const { spoken } = useSettings()
  const { sync, names } = useReader()
  // The button disappears with its notice; without this the keyboard would lose its place in the page.
  const leave = () => document.getElementById('main')?.focus({ preventScroll: true })
  const act: Readonly<Record<NoticeAction, () => void>> = {
    retry: () => {
      leave()
      sync.retry()
      void names.load(spoken)
    },
    reload: reloadIntoNewest,
  }
  return (
    <div className="notice" data-testid={`notice-${notice.id}`} data-role={notice.role}>
      <p className="notice-title">{notice.title}</p>
      <p className="notice-text">{notice.text}</p>
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
        {onPutAway && (
          <button
            type="button"
            className="button"
            onClick={() => {
              leave()
              onPutAway()
            }}
          >
            {words[notice.id === 'update' ? 'later' : 'hide']}
          </button>
        )}
      </div>
    </div>
  )
}
