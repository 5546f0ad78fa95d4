/** The product's mark: two links of a chain. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--lw-mark)" />
      <g fill="none" stroke="var(--lw-mark-ink)" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
        <path d="M13.2 18.8a4.6 4.6 0 0 0 6.5 0l4-4a4.6 4.6 0 0 0-6.5-6.5l-1.3 1.3" />
        <path d="M18.8 13.2a4.6 4.6 0 0 0-6.5 0l-4 4a4.6 4.6 0 0 0 6.5 6.5l1.3-1.3" />
      </g>
    </svg>
  );
}
