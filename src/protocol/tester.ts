/**
 * Compiles a check to a function that only returns whether a value passes. Every message goes through one, so it is built once
 * and costs little; after a failure, `mismatch` finds the reason.
 */
import { AnyOf, type Check, OneOf, type Shape, Variants } from './shape.ts'

export type Test = (value: unknown) => boolean
type ObjectTest = (value: { readonly [field: string]: unknown }) => boolean

export function tester(check: Check): Test {
  if (typeof check === 'string') return plainTester(check)
  if (check instanceof OneOf) return (value) => (check.names as readonly unknown[]).includes(value)
  if (check instanceof AnyOf) {
    const tests = check.checks.map(tester)
    return (value) => tests.some((test) => test(value))
  }
  if (Array.isArray(check)) {
    const test = tester(check[0])
    return (value) => Array.isArray(value) && value.every(test)
  }
  const test = check instanceof Variants ? variantsTester(check) : shapeTester(check as Shape)
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    test(value as Record<string, unknown>)
}

function plainTester(check: string): Test {
  if (check === 'value') return (value) => value !== undefined
  const [type, orNull] = check.split('|')
  return orNull ? (value) => value === null || typeof value === type : (value) => typeof value === type
}

function shapeTester(shape: Shape): ObjectTest {
  const fields = Object.entries(shape).map(([field, check]) => ({ field, test: tester(check) }))
  return (value) => {
    for (const { field, test } of fields) if (!test(value[field])) return false
    return true
  }
}

function variantsTester({ by, set, shapes }: Variants): ObjectTest {
  const tests = new Map(
    Object.entries(shapes).map(([name, shape]) => [name, lazily(() => shapeTester(shape))]),
  )
  return (value) => {
    const name = value[by]
    const test = tests.get(name as string)
    return test ? test(value) : set === 'open' && typeof name === 'string'
  }
}

/** Compiled when it is first needed: a program meets few of the types, and most of them not in its first messages. */
export function lazily<Value>(compile: () => (value: Value) => boolean): (value: Value) => boolean {
  let test: ((value: Value) => boolean) | undefined
  return (value) => {
    test ??= compile()
    return test(value)
  }
}
