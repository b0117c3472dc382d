// Judge pages with Lighthouse, in one browser: addresses, the categories that are asked for of each,
// and settings as JSON on stdin, the reports on stdout.
import { readFileSync } from "node:fs";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const { pages, settings, chromeFlags } = JSON.parse(readFileSync(0, "utf-8"));
const browser = await launch({ chromeFlags });
const reports = {};
try {
  for (const [address, onlyCategories] of Object.entries(pages)) {
    const judged = await lighthouse(address, { ...settings, onlyCategories, port: browser.port });
    reports[address] = judged.lhr;
  }
} finally {
  browser.kill();
}
process.stdout.write(JSON.stringify(reports));
