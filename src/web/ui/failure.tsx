import { Button } from './button.tsx'

export function Failure({ error, again }: { error: string | undefined; again?: () => void }) {
  if (!error) return null
  return (
    <p className="failure" role="alert">
      {error}{' '}
      {again && (
        <Button size="small" onClick={again}>
          Try again
        </Button>
      )}
    </p>
  )
}
