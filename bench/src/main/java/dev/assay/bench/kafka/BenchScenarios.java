package dev.assay.bench.kafka;

import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;

final class BenchScenarios {
    private BenchScenarios() {}

    static PlannedTrial ofKafkaLoad(List<String> overrides) throws IOException {
        String name = "/dev/assay/bench/kafka-load.yaml";
        try (InputStream in = Objects.requireNonNull(BenchScenarios.class.getResourceAsStream(name), name)) {
            return only(name, new String(in.readAllBytes(), StandardCharsets.UTF_8), overrides);
        }
    }

    /** Plans the quickstart of the README; the system property {@code assay.home} names the project's folder. */
    static PlannedTrial ofQuickstart(List<String> overrides) throws IOException {
        Path file = Path.of(System.getProperty("assay.home", ".")).resolve("scenarios/quickstart.yaml");
        return only(file.toString(), Files.readString(file), overrides);
    }

    private static PlannedTrial only(String name, String text, List<String> overrides) {
        try {
            return ScenarioFile.read(name, text, overrides, Set.of())
                    .plan()
                    .trials()
                    .getFirst();
        } catch (ScenarioException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
