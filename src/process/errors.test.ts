import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { BinaryNotFoundError, FairleadError, OptionsError, WorkingDirectoryError } from './errors.ts'

describe('errors', () => {
  test.each([
    [new BinaryNotFoundError('None.', []), 'binary-not-found', 'BinaryNotFoundError'],
    [new WorkingDirectoryError('/gone', 'does not exist'), 'cwd-missing', 'WorkingDirectoryError'],
    [new OptionsError('No.'), 'bad-options', 'OptionsError'],
  ])('%s has a code and its own name', (error, code, name) => {
    expect(error).toBeInstanceOf(FairleadError)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ code, name })
  })

  test('the message for a missing binary has a line for each place', () => {
    const looked = [
      { source: 'usual place', path: '/a/claude', reason: 'does not exist' },
      { source: 'PATH', path: '/b/claude', reason: 'is a directory' },
    ]
    const error = new BinaryNotFoundError('No claude was found.', looked)
    expect(error.looked).toEqual(looked)
    expect(error.message.split('\n')).toEqual([
      'No claude was found. Looked at:',
      '  /a/claude (usual place): does not exist',
      '  /b/claude (PATH): is a directory',
    ])
  })

  test('the places are listed once where the error is printed', () => {
    const looked = [{ source: 'PATH', path: '/b/claude', reason: 'does not exist' }]
    expect(inspect(new BinaryNotFoundError('None.', looked)).split('/b/claude')).toHaveLength(2)
  })

  test('R-SPAWN-4 a missing working directory is not a missing binary, and says which one it is', () => {
    const error = new WorkingDirectoryError('/gone', 'does not exist')
    expect(error.message).toBe('The working directory /gone does not exist.')
    expect(error.cwd).toBe('/gone')
  })

  test('bad options are told all at once', () => {
    expect(new OptionsError('One.', 'Two.')).toMatchObject({
      problems: ['One.', 'Two.'],
      message: 'One. Two.',
    })
  })
})
