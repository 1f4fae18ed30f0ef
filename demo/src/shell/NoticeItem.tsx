import type { Notice, NoticeAction } from '../sync/notices.ts'
import { reloadIntoNewest } from '../updates.ts'
import { useSettings, useWords } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'

/** A notice with its actions. Over the text it can be dismissed; the sync details still show it then. */
export function NoticeItem(props: {
  readonly notice: Notice
  readonly onPutAway?: (() => void) | undefined
}) {
  const { notice, onPutAway } = props
  const words = useWords()
  const { spoken } = useSettings()
  const { sync, names } = useReader()
  // The button disappears with its notice. Without this, the keyboard would lose its place in the page.
  const leave = () => document.getElementById('main')?.focus({ preventScroll: true })
  const onAction: Readonly<Record<NoticeAction, () => void>> = {
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
            onClick={onAction[action]}
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
