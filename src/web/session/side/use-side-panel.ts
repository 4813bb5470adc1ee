import { useStored } from '../../store/stored.ts'

/** Open unless this browser has closed it. */
export function useSidePanel(): { isOpen: boolean; toggle: () => void } {
  const [kept, keep] = useStored('side-panel')
  const isOpen = kept !== 'closed'
  return { isOpen, toggle: () => keep(isOpen ? 'closed' : undefined) }
}
