import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installStores } from './clouds/install.ts';
import { installGhost } from './ghost/install.ts';

/** Debian packages of the real servers and the browser (reference/real-servers.md, sections 0 to 5 and 11). */
const realPackages = [
  ...['nginx-light', 'php-fpm', 'php-cli', 'mariadb-server', 'wordpress', 'wordpress-theme-twentytwentythree'],
  'wordpress-theme-twentytwentyone',
  ...['php-mysql', 'php-curl', 'php-xml', 'php-mbstring', 'php-intl', 'php-zip', 'php-sqlite3', 'curl'],
  ...['mediawiki', 'php-apcu', 'shaarli', 'chromium', 'postgresql', 'dovecot-imapd', 'dovecot-pop3d', 'openssl'],
  ...['postfix', 'dovecot-lmtpd', 'dovecot-sieve', 'dokuwiki'],
  ...['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-mgr', 'ceph-common'],
  ...['redmine', 'redmine-sqlite', 'ruby-webrick', 'squid', 'dante-server'],
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
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...missing];
  if (spawnSync('apt-get', args, { stdio: 'inherit', env }).status !== 0) finishRedmine(env);
  const left = missingPackages();
  if (left.length > 0) throw new Error(`not installed: ${left.join(', ')}`);
  console.log('Real servers: installed.');
}

/**
 * Debian's packages of Ruby libraries have no folder of their own below the gems. Bundler of ruby3.1 3.1.7 (bookworm's security
 * update) takes such a library for deleted, and Redmine's installation ends with it: empty folders are all that it asks for.
 */
function finishRedmine(env: NodeJS.ProcessEnv): void {
  console.log('Real servers: making the folders that Bundler looks for ...');
  const script = `require 'fileutils'
    Gem::Specification.each do |gem|
      folder = gem.full_gem_path
      FileUtils.mkdir_p(folder) if folder.start_with?('/usr/share/rubygems-integration/') && !gem.default_gem?
    end`;
  execFileSync('ruby', ['-e', script], { stdio: 'inherit' });
  execFileSync('dpkg', ['--configure', '-a'], { stdio: 'inherit', env });
}

if (import.meta.main) {
  install();
  installGhost();
  installStores();
}
