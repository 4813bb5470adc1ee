// @ts-check
// Highlighted code with classes in place of style attributes. The theme gives each role a colour that stands for it only;
// `theme/code.css` has the real ones, for light and dark.

/** @type {[role: string, scopes: string[]][]} */
const ROLES = [
  ['comment', ['comment', 'punctuation.definition.comment']],
  ['string', ['string', 'punctuation.definition.string', 'markup.inline.raw']],
  ['number', ['constant.numeric', 'constant.language', 'constant.other', 'support.constant']],
  ['keyword', ['keyword', 'storage', 'keyword.operator.new', 'variable.language', 'keyword.other.http']],
  ['function', ['entity.name.function', 'support.function', 'entity.name.command']],
  [
    'type',
    ['entity.name.type', 'support.type', 'support.class', 'entity.name.tag', 'support.type.primitive'],
  ],
  ['punct', ['punctuation', 'keyword.operator', 'meta.brace']],
]
const colourOf = (/** @type {number} */ index) => `#00000${index + 1}`

/** @type {import('vitepress').ThemeOptions} */
export const roles = {
  name: 'fairlead',
  type: 'light',
  colors: { 'editor.foreground': '#000000', 'editor.background': '#ffffff' },
  settings: [
    { settings: { foreground: '#000000', background: '#ffffff' } },
    ...ROLES.map(([, scope], index) => ({ scope, settings: { foreground: colourOf(index) } })),
    // Names of properties are strings in JSON.
    {
      scope: ['support.type.property-name', 'punctuation.support.type.property-name'],
      settings: { foreground: colourOf(5) },
    },
  ],
}

/** @type {import('shiki').ShikiTransformer} */
export const classNames = {
  name: 'fairlead-class-names',
  pre(node) {
    delete node.properties.style
  },
  span(node) {
    const colour = /color:(#[0-9a-f]{6})/i.exec(String(node.properties.style ?? ''))?.[1]
    delete node.properties.style
    const role = ROLES.find((_, index) => colourOf(index) === colour)?.[0]
    if (role !== undefined) this.addClassToHast(node, `syn-${role}`)
  },
}
