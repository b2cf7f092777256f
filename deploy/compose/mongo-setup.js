// mongosh runs this. It creates the replica set of one member, and creates or updates the service's user.
const { readFileSync } = require("node:fs");
const secret = (name) => readFileSync(`/run/secrets/${name}`, "utf8").trim();

// A direct connection, because the driver finds no primary before the replica set exists.
const client = connect(
  `mongodb://root:${encodeURIComponent(secret("mongo_root_password"))}@mongo:27017/admin?directConnection=true`,
);
try {
  client.adminCommand({ replSetGetStatus: 1 });
} catch (error) {
  if (error.codeName !== "NotYetInitialized") throw error;
  client.adminCommand({ replSetInitiate: { _id: "rs0", members: [{ _id: 0, host: "mongo:27017" }] } });
}
while (!client.hello().isWritablePrimary) sleep(250);

const { username: user, password: pwd, pathname } = new URL(secret("mongo_url"));
const name = pathname.slice(1);
const roles = [{ role: "readWrite", db: name }];
const database = client.getSiblingDB(name);
if (database.getUser(user) === null) database.createUser({ user, pwd, roles });
else database.updateUser(user, { pwd, roles });
print(`replica set rs0 is up; ${user} may read and write ${name}`);
