// Runs the audits of graphql-http against a server, and prints which of them fail.
import { auditServer } from "graphql-http";

const results = await auditServer({ url: process.argv[2] });
const broken = [];
for (const { id, name, status, reason } of results) {
  if (status !== "ok") broken.push({ id, name, status, reason });
}
process.stdout.write(JSON.stringify({ audits: results.length, broken }) + "\n");
