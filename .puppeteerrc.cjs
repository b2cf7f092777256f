// Provisioning finds or gets a browser; installing packages must never download one.
module.exports = { skipDownload: true };
