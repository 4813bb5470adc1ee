import { useEffect, useState } from 'react'

interface Props {
  groups: readonly { readonly id: string; readonly name: string }[]
}

/** Links to the groups of the page, and which of them is at the top. */
export function SettingsNav({ groups }: Props) {
  const [current, setCurrent] = useState(groups[0]?.id)
  useEffect(() => {
    const elements = groups.flatMap(({ id }) => document.getElementById(id) ?? [])
    const panel = elements[0]?.closest('.panel')
    if (!panel) return
    const look = () => {
      const { top, height } = panel.getBoundingClientRect()
      const isAtEnd = panel.scrollTop > 0 && panel.scrollTop + panel.clientHeight >= panel.scrollHeight - 1
      const above = elements.filter((it) => it.getBoundingClientRect().top < top + height / 3)
      setCurrent((isAtEnd ? elements : above).at(-1)?.id ?? elements[0]?.id)
    }
    panel.addEventListener('scroll', look, { passive: true })
    return () => panel.removeEventListener('scroll', look)
  }, [groups])
  const open = (event: React.MouseEvent, id: string) => {
    event.preventDefault()
    document.getElementById(id)?.scrollIntoView({ block: 'start' })
    setCurrent(id)
  }
  return (
    <nav className="settings-nav" aria-label="Settings">
      {groups.map(({ id, name }) => (
        <a
          key={id}
          className="tab"
          href={`#${id}`}
          aria-current={id === current ? 'true' : undefined}
          onClick={(event) => open(event, id)}
        >
          {name}
        </a>
      ))}
    </nav>
  )
}
