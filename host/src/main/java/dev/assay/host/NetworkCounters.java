package dev.assay.host;

/**
 * Holds the bytes through the machine's network interfaces since boot, from /proc/net/dev.
 *
 * @param loopbackBytes what the machine sent to itself
 * @param inBytes received by all other interfaces
 * @param outBytes sent by all other interfaces
 */
record NetworkCounters(long loopbackBytes, long inBytes, long outBytes) {
    static NetworkCounters parse(String netDev) {
        long loopback = 0;
        long in = 0;
        long out = 0;
        for (String line : netDev.split("\n", -1)) {
            int colon = line.indexOf(':');
            if (colon < 0) {
                continue;
            }
            String[] word = line.substring(colon + 1).strip().split("\\s+", -1);
            if (line.substring(0, colon).strip().equals("lo")) {
                loopback = Long.parseLong(word[8]);
            } else {
                in += Long.parseLong(word[0]);
                out += Long.parseLong(word[8]);
            }
        }
        return new NetworkCounters(loopback, in, out);
    }
}
