/** Loads `fold.ts` once for all clients of a program. A page whose network fails tries again. */
type Fold = typeof import('./fold.ts')
let loaded: Fold | undefined

export function foldIfLoaded(): Fold | undefined {
  return loaded
}

export async function loadFold(): Promise<Fold> {
  loaded ??= await import('./fold.ts')
  return loaded
}
