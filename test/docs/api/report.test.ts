import { describe, expect, test } from 'vitest'
import { ambiguousNames, reportOf, undocumentedNames } from './report.ts'

describe('the report of a small package', () => {
  const files: Readonly<Record<string, string>> = {
    'dist/a/index.d.ts': `
/** The first entry. */
export * from './shapes.ts';
export type { Tool } from './tool.ts';
export { type Options as ToolOptions, run } from './tool.ts';
//# sourceMappingURL=index.d.ts.map`,
    'dist/a/shapes.d.ts': `
/** With a { brace, and a "quote. */
export interface Shape<T = {}> extends Base<{
    a: 1;
}> {
    // one line; with a semicolon
    readonly text: '/* not a comment */ }' | \`\${string};\`;
    hidden: typeof secret;
}
interface Base<T> {
    readonly base: T;
}
type Unused = string;
declare const secret: Secret;
interface Secret {
    readonly level: number;
}
export type Either = {
    readonly kind: 'a';
}
/** The other. */
 | {
    readonly kind: 'b';
};
export {};`,
    'dist/a/tool.d.ts': `
import type { Shape as Form } from './shapes.ts';
import * as parts from './parts.ts';
import type { ZodType } from 'zod';
export interface Options {
    form: Form;
    part: parts.Part;
    other: import("./parts.ts").Other;
    schema: ZodType;
}
declare class Machine {
    stop(signal: Signal): void;
}
interface Signal {
    readonly name: string;
}
declare class Hidden {
    readonly inside: Inside;
}
interface Inside {
    a: 1;
}
export declare class Tool extends Machine {
    #private;
    get hidden(): Hidden;
    constructor({ form }: Options);
}
export declare function run(tool: Tool): void;
export declare function run(tool: Tool, times: number): void;`,
    'dist/a/parts.d.ts': `
export interface Part {
    Unrelated: number;
}
export interface Unrelated {
    a: 1;
}
export interface Other {
    a: 1;
}`,
    'dist/b/index.d.ts': `
export { run } from '../a/tool.ts';
export type Shape = 'round';`,
  }
  const read = (file: string) => files[file] ?? ''
  const small = reportOf(
    [
      { name: 'small/a', file: 'dist/a/index.d.ts' },
      { name: 'small/b', file: 'dist/b/index.d.ts' },
    ],
    read,
  )

  test('lists each exported name once, sorted, with its declaration and without comments', () => {
    expect(small.map(({ page }) => page).join('')).toMatchInlineSnapshot(`
      "# small/a

      What \`small/a\` exports. \`npm run api:report\` writes this page from the declarations; a change of it is a change of the public API.

      ## Either

      \`\`\`ts
      type Either = {
          readonly kind: 'a';
      }
       | {
          readonly kind: 'b';
      }
      \`\`\`

      ## Shape

      \`\`\`ts
      interface Shape<T = {}> extends Base<{
          a: 1;
      }> {
          readonly text: '/* not a comment */ }' | \`\${string};\`;
          hidden: typeof secret;
      }
      \`\`\`

      ## Tool

      Only its type.

      \`\`\`ts
      class Tool extends Machine {
          #private;
          get hidden(): Hidden;
          constructor({ form }: Options);
      }
      \`\`\`

      ## ToolOptions

      \`\`\`ts
      interface Options {
          form: Form;
          part: parts.Part;
          other: import("./parts.ts").Other;
          schema: ZodType;
      }
      \`\`\`

      ## run

      \`\`\`ts
      function run(tool: Tool): void
      function run(tool: Tool, times: number): void
      \`\`\`

      # Not exported, but part of the above

      ## Base

      \`\`\`ts
      interface Base<T> {
          readonly base: T;
      }
      \`\`\`

      ## Machine

      \`\`\`ts
      class Machine {
          stop(signal: Signal): void;
      }
      \`\`\`

      ## Other

      \`\`\`ts
      interface Other {
          a: 1;
      }
      \`\`\`

      ## Part

      \`\`\`ts
      interface Part {
          Unrelated: number;
      }
      \`\`\`

      ## Secret

      \`\`\`ts
      interface Secret {
          readonly level: number;
      }
      \`\`\`

      ## Signal

      \`\`\`ts
      interface Signal {
          readonly name: string;
      }
      \`\`\`

      ## secret

      \`\`\`ts
      const secret: Secret
      \`\`\`

      # small/b

      What \`small/b\` exports. \`npm run api:report\` writes this page from the declarations; a change of it is a change of the public API.

      ## Shape

      \`\`\`ts
      type Shape = 'round'
      \`\`\`

      ## run

      \`\`\`ts
      function run(tool: Tool): void
      function run(tool: Tool, times: number): void
      \`\`\`

      "
    `)
  })

  test('one name with two declarations is found; one declaration that two entries export is fine', () => {
    expect(ambiguousNames(small)).toEqual(['Shape: small/a, small/b'])
  })

  test('names without a comment of their own are found', () => {
    expect(undocumentedNames(small)).toEqual([
      'Either (src/a/shapes.ts)',
      'Options (src/a/tool.ts)',
      'Shape (src/b/index.ts)',
      'Tool (src/a/tool.ts)',
      'run (src/a/tool.ts)',
    ])
  })

  test.each([
    ['does not understand: export default', 'export default class {}'],
    ['does not understand: declare const a: 1, b: 2', 'declare const a: 1, b: 2;'],
    ['exports "a", which is declared nowhere', "export { a } from './gone.ts';"],
  ])('what it cannot follow is an error: %s', (problem, source) => {
    const only = (file: string) => (file === 'dist/index.d.ts' ? source : '')
    expect(() => reportOf([{ name: 'small', file: 'dist/index.d.ts' }], only)).toThrow(problem)
  })
})
