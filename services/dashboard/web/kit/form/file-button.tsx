import css from './field.module.css'

export function FileButton({ label, accept, onText }: { label: string; accept: string; onText(text: string): void }) {
  return (
    <label className={css.file}>
      {label}
      <input
        type="file"
        className="visually-hidden"
        accept={accept}
        onChange={async ({ target }) => {
          const text = await target.files?.[0]?.text()
          // The same file may be chosen again.
          target.value = ''
          if (text !== undefined) onText(text)
        }}
      />
    </label>
  )
}
