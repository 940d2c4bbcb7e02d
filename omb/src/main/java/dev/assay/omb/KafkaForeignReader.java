package dev.assay.omb;

import dev.assay.model.durability.DurabilityLevel;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads drivers of the OpenMessaging Benchmark for Kafka and Redpanda. */
final class KafkaForeignReader implements ForeignReader {
    private static final Set<String> OF_KAFKA = Set.of("file", "env", "dir");
    private static final Pattern PROVIDERS = Pattern.compile("(?m)^\\s*config\\.providers\\s*[=:]\\s*(.*)$");

    @Override
    public String system() {
        return "kafka";
    }

    /** Reads both classes of that name: Redpanda's driver with transactions is another one. */
    @Override
    public boolean readsDriver(String driverClass) {
        return driverClass.endsWith(".KafkaBenchmarkDriver")
                || (driverClass.endsWith(".RedpandaBenchmarkDriver") && !driverClass.contains(".tx."));
    }

    /** Accepts variables of Kafka's providers of values by their usual names; {@code config.providers} may give them others. */
    @Override
    public boolean fillsIn(String variable, String text) {
        int colon = variable.indexOf(':');
        if (colon < 1) {
            return false;
        }
        String provider = variable.substring(0, colon).strip();
        if (OF_KAFKA.contains(provider)) {
            return true;
        }
        Matcher declared = PROVIDERS.matcher(text);
        while (declared.find()) {
            if (Arrays.stream(declared.group(1).split(",", -1))
                    .map(String::strip)
                    .anyMatch(provider::equals)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public PossibleLevels levels(ForeignDriver driver) {
        return new KafkaOmbDriver(driver).levels();
    }

    @Override
    public void read(ForeignDriver driver, DurabilityLevel level, boolean existing, ImportDraft draft) {
        new KafkaOmbDriver(driver).read(level, existing, draft);
    }
}
