package dev.assay.host;

import java.util.Map;
import java.util.TreeMap;

/** Reads stall times since boot from files under /proc/pressure; see the kernel's documentation of PSI. */
final class Pressure {
    private static final String TOTAL = "total=";

    private Pressure() {}

    /** Returns the seconds in which some, or all ({@code full}), runnable tasks waited for the resource. */
    static Map<String, Double> parse(String text) {
        Map<String, Double> seconds = new TreeMap<>();
        for (String line : text.split("\n", -1)) {
            int total = line.indexOf(TOTAL);
            if (total > 0) {
                long micros =
                        Long.parseLong(line.substring(total + TOTAL.length()).strip());
                seconds.put(line.substring(0, line.indexOf(' ')), micros / 1e6);
            }
        }
        return seconds;
    }
}
