export function Failure({ error, again }: { error: string | undefined; again?: () => void }) {
  if (!error) return null
  return (
    <p className="failure" role="alert">
      {error}{' '}
      {again && (
        <button type="button" className="button" data-size="small" onClick={again}>
          Try again
        </button>
      )}
    </p>
  )
}
