import { Button, type ButtonProps } from '../button.tsx'
import { IconButton } from '../icon-button.tsx'
import { AddIcon, DeleteIcon, MoreIcon } from '../icons.ts'
import { Kbd } from '../kbd.tsx'
import { Spinner } from '../spinner.tsx'

const KINDS: readonly (readonly [NonNullable<ButtonProps['kind']>, string])[] = [
  ['primary', 'Allow'],
  ['plain', 'Allow and remember…'],
  ['quiet', 'Open file'],
  ['danger', 'Deny…'],
  ['danger-solid', 'Discard worktree'],
]

export function Buttons() {
  return (
    <section className="card gallery-box">
      <h2>Buttons: rest, with a key, pending, disabled</h2>
      {KINDS.map(([kind, words]) => (
        <div key={kind} className="row wrap">
          <Button kind={kind}>{words}</Button>
          <Button kind={kind} shortcut="y">
            {words}
          </Button>
          <Button kind={kind} isPending>
            Pending
          </Button>
          <Button kind={kind} disabled>
            Disabled
          </Button>
        </div>
      ))}
      <div className="row wrap">
        <Button size="small">Small, 28 px</Button>
        <Button>Normal, 32 px</Button>
        <Button size="touch">Touch, 44 px</Button>
      </div>
      <div className="row wrap">
        <IconButton label="New session" icon={AddIcon} kind="primary" shortcut="n" />
        <IconButton label="Session menu" icon={MoreIcon} />
        <IconButton label="Delete" icon={DeleteIcon} kind="danger" size="small" />
        <IconButton label="Pending" icon={MoreIcon} isPending />
        <IconButton label="Disabled" icon={MoreIcon} disabled />
      </div>
      <div className="row wrap">
        <Kbd>y</Kbd>
        <Kbd>Esc</Kbd>
        <Kbd>Ctrl K</Kbd>
        <Spinner />
      </div>
    </section>
  )
}
