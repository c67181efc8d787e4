import { useId, useState } from 'react'
import { Button } from '../button.tsx'
import { Row } from '../layout/page.tsx'
import css from './form.module.css'

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

type PictureFieldProps = {
  label: string
  hint: string
  choose: string
  remove: string
  /** Said while the picture that is there is kept; null where there is none. */
  kept: string | null
  maxBytes: number
  tooLarge: string
  /** The new picture as base64, or null for none. */
  onPicture(base64: string | null): void
}

export function PictureField(props: PictureFieldProps) {
  const { label, hint, choose, remove, kept, maxBytes, tooLarge, onPicture } = props
  const id = useId()
  const [shown, setShown] = useState<string | null>()
  const [isTooLarge, setTooLarge] = useState(false)
  const take = async (file: File | undefined) => {
    setTooLarge(file !== undefined && file.size > maxBytes)
    if (file === undefined || file.size > maxBytes) return
    const address = await addressOf(file)
    setShown(address)
    onPicture(address.slice(address.indexOf(',') + 1))
  }
  const drop = () => {
    setShown(null)
    onPicture(null)
  }
  return (
    <div className={css.field}>
      <span className={css.label} id={id}>
        {label}
      </span>
      {shown && <img className={css.picture} src={shown} alt="" />}
      {shown === undefined && kept !== null && <span className={css.hint}>{kept}</span>}
      <label className={css.file}>
        {choose}
        <input
          type="file"
          className="visually-hidden"
          accept="image/png,image/jpeg,image/webp"
          aria-describedby={id}
          onChange={({ target }) => void take(target.files?.[0])}
        />
      </label>
      <span className={css.hint}>{hint}</span>
      {isTooLarge && (
        <span className={css.error} role="alert">
          {tooLarge}
        </span>
      )}
      {(shown || (shown === undefined && kept !== null)) && (
        <Row>
          <Button look="quiet" onClick={drop}>
            {remove}
          </Button>
        </Row>
      )}
    </div>
  )
}

function addressOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
