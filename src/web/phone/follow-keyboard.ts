/**
 * The keyboard of a phone covers the page in some browsers instead of making it smaller. The frame then takes the height that is
 * left, so that the field being written in stays in view.
 */
export function followKeyboard(): void {
  const { visualViewport } = window
  if (!visualViewport) return
  const fit = () => {
    // A page that is zoomed in has a small viewport too.
    const isCovered = visualViewport.scale === 1 && visualViewport.height < innerHeight - 1
    const { style } = document.documentElement
    if (isCovered) style.setProperty('--app-height', `${visualViewport.height}px`)
    else style.removeProperty('--app-height')
    if (isCovered) scrollTo(0, 0)
  }
  visualViewport.addEventListener('resize', fit)
}
