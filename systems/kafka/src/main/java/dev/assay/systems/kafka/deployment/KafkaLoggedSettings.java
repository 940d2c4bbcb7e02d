package dev.assay.systems.kafka.deployment;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Reads the effective settings from what a broker logs about them when it starts; it masks secrets itself. */
final class KafkaLoggedSettings {
    private static final String HEADING = "KafkaConfig values:";

    private KafkaLoggedSettings() {}

    /** All settings of the first such listing in the log; empty when there is none. */
    static Map<String, String> read(Path log) throws IOException {
        Map<String, String> settings = new TreeMap<>();
        try (BufferedReader reader = Files.newBufferedReader(log)) {
            String line = reader.readLine();
            while (line != null && !line.contains(HEADING)) {
                line = reader.readLine();
            }
            line = line == null ? null : reader.readLine();
            while (line != null && line.startsWith("\t")) {
                int split = line.indexOf(" = ");
                if (split > 0) {
                    settings.put(line.substring(1, split), line.substring(split + 3));
                }
                line = reader.readLine();
            }
        }
        return settings;
    }
}
