import './brand.css'

/** The sign of the project, in the colours of the theme. */
export function Brand() {
  return (
    <svg className="brand-sign" viewBox="0 0 20 20" fill="none" aria-hidden="true">
      <rect className="brand-ground" width="20" height="20" rx="5.5" />
      <circle className="brand-ring" cx="10" cy="10" r="4.2" strokeWidth="1.8" />
      <path
        className="brand-rope"
        d="M2 14.6c3.4 0 5-4.6 8-4.6s4.6-4.6 8-4.6"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </svg>
  )
}
