import { useStored } from '../store/stored.ts'

const DUE = 'due'

/** A browser that has seen the first page gets the tour with its first session, once. */
export function useTour() {
  const [state, keep] = useStored('tour')
  return {
    isDue: state === DUE,
    /** Keeps the answer of a browser that has had the tour. */
    offer: () => state === undefined && keep(DUE),
    end: () => keep('done'),
  }
}
