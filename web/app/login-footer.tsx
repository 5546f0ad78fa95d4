type Links = { help: string | null; privacy: string | null; terms: string | null };

/** Help, Privacy and Terms as far as they are set (D-NAV-06), and the copyright line. */
export function LoginFooter({ links }: { links: Links | undefined }) {
  const shown = [
    { text: 'Help', to: links?.help },
    { text: 'Privacy', to: links?.privacy },
    { text: 'Terms', to: links?.terms },
  ].flatMap(({ text, to }) => (to ? [{ text, to }] : []));
  return (
    <footer className="login-footer">
      {shown.length > 0 && (
        <nav aria-label="About">
          {shown.map(({ text, to }) => (
            <a key={text} href={to} target="_blank" rel="noopener noreferrer">
              {text}
            </a>
          ))}
        </nav>
      )}
      <p>© {new Date().getFullYear()} Linkwright</p>
    </footer>
  );
}
