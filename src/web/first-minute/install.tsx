import { type ReactNode, useState } from 'react'
import { useShortcuts } from '../keys/keys.ts'
import { hostName } from '../store/host-name.ts'
import { Button } from '../ui/button.tsx'
import { CopyLine } from '../ui/copy-line.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { PhoneIcon, RefreshIcon } from '../ui/icons.ts'
import { Kbd } from '../ui/kbd.tsx'
import { Link } from '../ui/link.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { agentTrouble } from './agent-trouble.ts'
import { TryDemo } from './try-demo.tsx'

const COMMANDS = [
  { value: 'npm', name: 'npm', command: 'npm install -g @anthropic-ai/claude-code' },
  { value: 'unix', name: 'macOS, Linux', command: 'curl -fsSL https://claude.ai/install.sh | bash' },
  { value: 'windows', name: 'Windows', command: 'irm https://claude.ai/install.ps1 | iex' },
] as const
type System = (typeof COMMANDS)[number]['value']

interface Props {
  problem: string
  isChecking: boolean
  onCheck: () => void
}

export function Install({ problem, isChecking, onCheck }: Props) {
  const [system, setSystem] = useState<System>('npm')
  const [checks, setChecks] = useState(0)
  const { isMissing, sentence, places } = agentTrouble(problem)
  const check = () => {
    setChecks(checks + 1)
    onCheck()
  }
  useShortcuts('First session', [{ key: 'r', does: 'check again for Claude Code', run: check }])
  const [first] = COMMANDS
  const { command } = COMMANDS.find(({ value }) => value === system) ?? first
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
    <div className="first" tabIndex={0}>
      <div className="first-inner">
        <header>
          <h1>{isMissing ? 'Claude Code isn’t installed' : 'Claude Code doesn’t start'}</h1>
          <p className="first-lead">
            {isMissing ? (
              <>
                Fairlead runs your own <code>claude</code> command and can’t find it on{' '}
                <strong>{hostName}</strong>. Install it, then check again. Your login stays with Claude Code.
              </>
            ) : (
              sentence
            )}
          </p>
        </header>
        {isMissing && (
          <Tabs label="How to install" tabs={COMMANDS} value={system} onChoose={setSystem}>
            <CopyLine command={command} />
          </Tabs>
        )}
        <div className="row wrap">
          <Button kind="primary" shortcut="r" isPending={isChecking} onClick={check}>
            {!isChecking && <RefreshIcon />}
            Check again
          </Button>
          <TryDemo />
        </div>
        <p className="first-result" role="status">
          {checks > 0 &&
            !isChecking &&
            `Checked ${checks === 1 ? 'once' : `${checks} times`}: still not found.`}
        </p>
        {places.length > 0 && (
          <div className="first-places">
            <Disclosure
              label={`Where Fairlead looked (${places.length} ${places.length === 1 ? 'place' : 'places'})`}
            >
              <ul>
                {places.map((place) => (
                  <li key={place}>
                    <code>{place}</code>
                  </li>
                ))}
              </ul>
            </Disclosure>
          </div>
        )}
        <section>
          <h2>After that, three steps</h2>
          <ol className="first-steps">
            <Step number={1} title="Pick a project">
              Any folder with a git repository. Recent ones are listed first.
            </Step>
            <Step number={2} title="Say what you need">
              Several sessions can run at once, each in a folder of its own.
            </Step>
            <Step number={3} title="Decide and review">
              Approve with <Kbd>y</Kbd>, deny with{' '}
              <span className="first-key">
                <Kbd>n</Kbd>.
              </span>{' '}
              Then review the changes.
            </Step>
          </ol>
        </section>
        <p className="row soft">
          <PhoneIcon />
          Working from a phone? <Link href="/phone">Connect a phone</Link>
        </p>
      </div>
    </div>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="card first-step">
      <span className="first-number" data-on={number === 1 || undefined} aria-hidden="true">
        {number}
      </span>
      <h3>{title}</h3>
      <p className="soft">{children}</p>
    </li>
  )
}
