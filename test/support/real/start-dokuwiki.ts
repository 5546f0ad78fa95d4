import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PhpOptions, startPhp } from './php-stack.ts';
import { freePort, freshFolder, run, stopAll } from './processes.ts';
import type { RealServer } from './start.ts';

/** How a wiki differs from the usual one. */
export interface DokuWikiOptions extends Pick<PhpOptions, 'sendmail'> {
  /** False: whoever registers chooses a password; else the wiki sends one by mail. */
  autopasswd?: boolean;
  /** Lines of local.php. */
  extra?: string;
}

/** Debian packages of it. */
export const dokuwikiPackages = ['nginx-light', 'php-fpm', 'php-cli', 'php-xml', 'php-mbstring', 'dokuwiki'];

/** Starts DokuWiki (Debian's package) on a copy of its own, with one user (reference/real-servers.md, section 3). */
export async function startDokuWiki({ sendmail, autopasswd, extra }: DokuWikiOptions = {}): Promise<RealServer> {
  const folder = freshFolder('dokuwiki');
  const port = await freePort();
  const [app, conf, data] = [join(folder, 'app'), join(folder, 'conf'), join(folder, 'data')];
  cpSync('/usr/share/dokuwiki', app, { recursive: true, dereference: true });
  cpSync('/etc/dokuwiki', conf, { recursive: true, dereference: true });
  cpSync('/var/lib/dokuwiki/data', data, { recursive: true });
  // The package keeps its settings outside; this copy has its own.
  const constants = `define('DOKU_MAIN_CONF','${conf}/'); define('DOKU_CONF','${conf}/'); define('DOKU_FARM',false);`;
  writeFileSync(join(app, 'inc/preload.php'), `<?php ${constants}\n`);
  const settings = `$conf['title']='Field Notes'; $conf['savedir']='${data}'; $conf['useacl']=1; $conf['superuser']='@admin';
$conf['remote']=1; $conf['remoteuser']='@user'; $conf['mailfrom']='wiki@mail.test'; $conf['updatecheck']=0;
$conf['disableactions']=''; $conf['indexdelay']=0; $conf['autopasswd']=${autopasswd === false ? 0 : 1}; ${extra ?? ''}`;
  writeFileSync(join(conf, 'local.php'), `<?php\n${settings}\n`);
  writeFileSync(join(conf, 'acl.auth.php'), '# acl.auth.php\n*\t@ALL\t1\n*\t@user\t8\n');
  const hash = run('php', ['-r', "echo password_hash('writer-pw-1', PASSWORD_BCRYPT);"]).trim();
  writeFileSync(join(conf, 'users.auth.php'), `writer:${hash}:Writer:writer@mail.test:user\n`);
  mkdirSync(join(data, 'pages'), { recursive: true });
  run('chown', ['-R', 'www-data', folder]);
  const locations = 'location / { try_files $uri $uri/ /doku.php?id=$uri&$args; }';
  const servers = await startPhp(folder, [{ port, documentRoot: app, locations }], sendmail ? { sendmail } : {});
  const url = `http://127.0.0.1:${port}`;
  return { url, username: 'writer', password: 'writer-pw-1', stop: () => stopAll(servers, folder) };
}
