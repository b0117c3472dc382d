// Judge pages with Lighthouse, in one browser: addresses, the categories that are asked for of each,
// and settings as JSON on stdin, the reports on stdout. Audits that count nothing are left out.
import { readFileSync } from "node:fs";
import { launch } from "chrome-launcher";
import lighthouse, { defaultConfig } from "lighthouse";

const { pages, settings, chromeFlags } = JSON.parse(readFileSync(0, "utf-8"));
const audits = Object.values(defaultConfig.categories).flatMap(({ auditRefs }) => auditRefs);
const counted = new Set(audits.filter(({ weight }) => weight).map(({ id }) => id));
const skipAudits = audits.map(({ id }) => id).filter((id) => !counted.has(id));
const browser = await launch({ chromeFlags });
const reports = {};
try {
  for (const [address, onlyCategories] of Object.entries(pages)) {
    const chosen = { ...settings, onlyCategories, skipAudits, port: browser.port };
    reports[address] = (await lighthouse(address, chosen)).lhr;
  }
} finally {
  browser.kill();
}
process.stdout.write(JSON.stringify(reports));
