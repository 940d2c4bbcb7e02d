package dev.assay.provision.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;

/** The ways in which files under /proc are written. */
final class ProcText {
    /** What user space sees on every processor that Java 25 runs on, whatever the kernel's own clock; time(7). */
    static final double TICKS_PER_SECOND = 100;

    private ProcText() {}

    /** Lines of a name, a separator and a whole number; what follows the number is ignored. */
    static Map<String, Long> keyed(String text, String separator) {
        Map<String, Long> values = new LinkedHashMap<>();
        for (String line : text.split("\n", -1)) {
            int split = line.indexOf(separator);
            if (split > 0) {
                String[] word =
                        line.substring(split + separator.length()).strip().split("\\s+", -1);
                values.put(line.substring(0, split).strip(), Long.parseLong(word[0]));
            }
        }
        return values;
    }
}
