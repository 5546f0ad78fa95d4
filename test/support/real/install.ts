import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installGhost } from './ghost/install.ts';

/** Debian packages of the real servers and the browser (reference/real-servers.md, sections 0 to 5 and 11). */
const realPackages = [
  ...['nginx-light', 'php-fpm', 'php-cli', 'mariadb-server', 'wordpress', 'wordpress-theme-twentytwentythree'],
  'wordpress-theme-twentytwentyone',
  ...['php-mysql', 'php-curl', 'php-xml', 'php-mbstring', 'php-intl', 'php-zip', 'php-sqlite3', 'curl'],
  ...['mediawiki', 'php-apcu', 'shaarli', 'chromium', 'postgresql', 'dovecot-imapd', 'dovecot-pop3d', 'openssl'],
  ...['postfix', 'dovecot-lmtpd', 'dovecot-sieve', 'dokuwiki'],
  ...['redmine', 'redmine-sqlite', 'ruby-webrick'],
];

/** The named packages that are not installed; all of them where there is no dpkg. */
export function missingPackages(names: readonly string[] = realPackages): string[] {
  const asked = spawnSync('dpkg-query', ['-W', '-f', '$' + '{Package} $' + '{db:Status-Status}\n', ...names], {
    encoding: 'utf8',
  });
  const installed = new Set(
    (asked.stdout ?? '').split('\n').flatMap((line) => (line.endsWith(' installed') ? [line.split(' ')[0]] : [])),
  );
  return names.filter((name) => !installed.has(name));
}

/** Why tests against these packages cannot run here, or undefined when they can. */
export function whyNotReal(names: readonly string[]): string | undefined {
  const missing = missingPackages(names);
  if (missing.length > 0) return `packages missing: ${missing.join(', ')} (node test/support/real/install.ts)`;
  return process.getuid?.() === 0 ? undefined : 'needs root to start php-fpm, nginx and MariaDB';
}

function install(): void {
  const missing = missingPackages();
  if (missing.length === 0) {
    console.log('Real servers: all packages are installed.');
    return;
  }
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.log(`Real servers: may not install here (needs root and apt). Missing: ${missing.join(', ')}`);
    process.exitCode = 1;
    return;
  }
  console.log(`Real servers: installing ${missing.join(', ')} (about two minutes) ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Its configuration is the tests' own.
  const answers = ['postfix postfix/main_mailer_type select No configuration'];
  // Each test makes its own store.
  answers.push('redmine redmine/instances/default/dbconfig-install boolean false');
  execFileSync('debconf-set-selections', { input: `${answers.join('\n')}\n` });
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { stdio: 'inherit', env });
  console.log('Real servers: installed.');
}

if (import.meta.main) {
  install();
  installGhost();
}
